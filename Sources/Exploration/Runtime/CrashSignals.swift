import Foundation

/// Prints the note of an exploration when the process crashes, and leaves the rest to the handler that was there
/// before.
enum CrashSignals {
  /// The actions that were there before, by signal. Written once, before a handler is installed.
  nonisolated(unsafe) private static let previous = UnsafeMutablePointer<sigaction>.allocate(capacity: 64)

  /// Installs the handlers, once.
  static let install: Void = {
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE] {
      var action = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = { CrashSignals.handle($0) }
      #else
        action.__sigaction_handler.sa_handler = { CrashSignals.handle($0) }
      #endif
      action.sa_flags = Int32(SA_ONSTACK)
      sigaction(signal, &action, previous + Int(signal))
    }
  }()

  private static func handle(_ signal: Int32) {
    CrashNote.write()
    sigaction(signal, previous + Int(signal), nil)
    // A fault happens again when the handler returns. A call of `abort` does not.
    if signal == SIGABRT { raise(signal) }
  }
}
