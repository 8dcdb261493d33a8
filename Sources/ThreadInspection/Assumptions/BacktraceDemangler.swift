import Foundation

/// The runtime's function that makes the short names of its own crash reports.
///
/// Assumption: `_swift_backtrace_demangle` takes a name with its length and a buffer with its size; without a buffer it
/// returns memory that the caller frees.
/// Check: a known name must give a known text.
/// If false: texts name no functions; they still have lines.
/// Remove when: the standard library demangles names.
struct BacktraceDemangler: Sendable {
  private typealias Text = UnsafeMutablePointer<CChar>
  private typealias Function = @convention(c) (UnsafePointer<CChar>, Int, Text?, UnsafeMutablePointer<Int>?) -> Text?

  static let shared = BacktraceDemangler()

  private let address: UInt64

  init?(symbol: (String) -> UInt64? = RuntimeSymbol.address) {
    guard let address = symbol("_swift_backtrace_demangle") else { return nil }
    self.address = address
    guard name("$sSS5countSivg") == "String.count.getter" else { return nil }
  }

  func name(_ mangled: String) -> String? {
    guard let pointer = UnsafeRawPointer(bitPattern: UInt(address)) else { return nil }
    let function = unsafeBitCast(pointer, to: Function.self)
    guard let text = function(mangled, mangled.utf8.count, nil, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}
