import Foundation

/// The functions that tell what a thread is for. Its name does not: a thread has that of its creator at first.
///
/// Assumption: a thread that runs a task is in a function of the Swift runtime that begins so. The threads of the
/// concurrency pool are threads of Dispatch, which is a library of this name or part of the program, and whose threads
/// begin in the function of this name.
/// Check: none is needed: other functions decide nothing.
/// If false: the thread is called by its own name.
/// Remove when: the runtime or Dispatch tell what a thread is for.
enum RoleFunctions {
  private static let runsTask = [
    "swift_job_run", "_swift_job_run", "_ZL17swift_job_run", "_ZN5swift34runJobInEstablished",
  ]
  private static let worker = "_dispatch_worker_thread"
  private static let library = "/libdispatch."

  /// - Parameters:
  ///   - frames: What is known of the functions on the stack of the thread, the innermost first.
  ///   - isComplete: Whether the last of them is the first function of the thread.
  static func role(isMain: Bool, frames: [CodePlace?], isComplete: Bool) -> Standing.Role {
    guard !isMain else { return .main }
    guard let task = frames.lastIndex(where: runsTask) else {
      return frames.contains { $0?.symbol == worker } ? .dispatchWorker : .other
    }
    // An executor of yours can run tasks on any thread.
    return !isComplete || frames[task...].contains(where: isOfDispatch) ? .pool : .other
  }

  private static func runsTask(_ frame: CodePlace?) -> Bool {
    guard let symbol = frame?.symbol else { return false }
    return runsTask.contains { symbol.hasPrefix($0) }
  }

  private static func isOfDispatch(_ frame: CodePlace?) -> Bool {
    frame.map { $0.symbol == worker || $0.image.contains(text: library) } ?? false
  }
}

/// The names that Dispatch gives its threads, which tell nothing about what they do.
///
/// Assumption: a name is that of a root queue, of which only the last letters remain, and which ends in `-qos` or
/// `.overcommit`; or `DispatchWorker`, which Swift 6.4 gives all of them.
/// Check: by `RoleTests`.
/// If false: texts show the name that the system gives.
/// Remove when: Dispatch tells which threads are its own.
package enum DispatchWorkerName {
  package static func matches(_ name: String) -> Bool {
    name.hasSuffix("-qos") || name.hasSuffix(".overcommit") || name == "DispatchWorker"
  }
}

/// The names that Swift Testing gives its tasks.
///
/// Assumption: the task of a test case is named `[Swift Testing] test NAME - running`, followed by ` test case #1` for
/// the first one of a parameterized test. While it waits for its turn among the cases that may run in parallel, it is
/// in a function of the type `Serializer`.
/// Check: by `RunningTestTests`.
/// If false: a hang is reported without the names of tests that never used the library.
/// Remove when: Swift Testing tells which tests run.
enum TestTaskName {
  private static let prefix = "[Swift Testing]"
  private static let serializer = "7Testing10Serializer"

  static func isOfSwiftTesting(_ name: String) -> Bool { name.hasPrefix(prefix) }

  /// The test case that runs in a task with this name.
  static func test(_ name: String) -> String? {
    guard name.hasPrefix("\(prefix) test "), let end = name.ranges(of: " - running").last else { return nil }
    let test = name[..<end.lowerBound].dropFirst(prefix.count + 6)
    let rest = name[end.upperBound...]
    if rest.isEmpty { return String(test) }
    guard rest.hasPrefix(" test case #"), let number = Int(rest.dropFirst(12)) else { return nil }
    return "\(test), case \(number)"
  }

  static func waitsForTurn(_ symbols: [String]) -> Bool { symbols.contains { $0.contains(text: serializer) } }
}

/// The function that starts the tests, which the build system adds to your modules.
///
/// Assumption: it is a member of the type `Runner` in a module whose name ends with `PackageTests`, in a file named
/// `runner.swift`; with Swift Build, it is a member of `__SwiftPMGeneratedTestRunner`, in `test_entry_point.swift`.
/// Check: by a test in `Tests/ThreadInspectionTests`, which finds neither on the main thread.
/// If false: texts say of the main thread that it "sleeps, called in" that function, or at its line.
/// Remove when: SwiftPM starts tests without code of its own.
enum TestRunner {
  static func isPart(_ symbol: String) -> Bool {
    symbol.contains(text: "PackageTests6Runner") || symbol.contains(text: "28__SwiftPMGeneratedTestRunner")
  }

  static func isFile(_ path: String) -> Bool {
    path.hasSuffix("/runner.swift") || path.hasSuffix("/test_entry_point.swift")
  }
}

/// Variables and functions of the Swift runtime that it exports for debuggers.
///
/// Assumption: the loader knows them by name.
/// Check: every caller checks the value that it finds.
/// If false: the lines that depend on the name are left out.
/// Remove when: the runtime declares them in a module.
enum RuntimeSymbol {
  static func address(_ name: String) -> UInt64? {
    dlsym(nil, name).map { UInt64(UInt(bitPattern: $0)) }
  }
}

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
