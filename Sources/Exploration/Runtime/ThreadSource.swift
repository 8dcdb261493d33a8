import Foundation

/// Names the queue or thread that runs the calling code.
enum ThreadSource {
  private typealias Lookup = @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Int32
  private typealias Label = @convention(c) (UnsafeRawPointer?) -> UnsafePointer<CChar>?
  /// The libraries that users know, by a part of their files' names.
  private static let libraries = [
    ("FoundationNetworking", "URLSession"), ("CFNetwork", "URLSession"), ("libXCTest", "XCTest"),
  ]

  /// The library, if one of these addresses is in one of them. Its queues have names of their own.
  static func library(of addresses: [UInt]) -> String? {
    guard let function = RuntimeSymbol.address("dladdr") else { return nil }
    let lookup = unsafeBitCast(function, to: Lookup.self)
    for address in addresses {
      // Four words, of which the first is the path of the file.
      var words: (UnsafePointer<CChar>?, UInt, UInt, UInt) = (nil, 0, 0, 0)
      guard let pointer = UnsafeRawPointer(bitPattern: address), lookup(pointer, &words) != 0, let path = words.0
      else { continue }
      let name = String(cString: path)
      if let library = libraries.first(where: { name.contains($0.0) }) { return library.1 }
    }
    return nil
  }

  private static let find = RuntimeSymbol.address("dispatch_queue_get_label").map { unsafeBitCast($0, to: Label.self) }

  /// The label of a queue, or with nil, of the one that runs the calling code. It is empty if there is none.
  static func label(of queue: UnsafeRawPointer?) -> String {
    find.flatMap { $0(queue) }.map { String(cString: $0) } ?? ""
  }

  /// For example `queue "Samples.save"` or `thread "URLSession"`.
  static var current: String {
    let queue = label(of: nil)
    // Outside of any queue, Dispatch names the one whose threads are not limited.
    if !queue.isEmpty, !queue.hasSuffix(".overcommit") { return "queue \"\(queue)\"" }
    // On Linux, a thread has the name of the one that started it: of Dispatch, or of the main thread, the program's.
    let (name, program) = (Thread.current.name ?? "", ProcessInfo.processInfo.processName)
    let isOfOther = name.hasSuffix("-qos") || name.hasSuffix(".overcommit") || program.hasPrefix(name)
    return isOfOther ? "a thread" : "thread \"\(name)\""
  }
}
