import Foundation

/// Runs handlers when the process ends, to print what remains.
enum ProcessExit {
  /// The stages in which handlers run, in order. A handler may add handlers of later stages.
  enum Stage: Int, CaseIterable, Sendable {
    /// What the run left behind is found.
    case checks
    case summaries
    /// Handlers of this stage may end the process with a failure.
    case failures
  }

  private static let handlers = Locked<[Stage: [@Sendable () -> Void]]>([:])
  private static let isRegistered: Bool = {
    atexit {
      for stage in Stage.allCases {
        for handler in ProcessExit.handlers.withLock({ $0[stage] ?? [] }) { handler() }
      }
    }
    return true
  }()

  /// Registers `handler` to run when the process ends.
  static func add(_ stage: Stage, _ handler: @escaping @Sendable () -> Void) {
    handlers.withLock { $0[stage, default: []].append(handler) }
    _ = isRegistered
  }

  /// The exit code of a process that the watchdog ends.
  static let codeOfHang: Int32 = 79
  private static let codeOfFailure = Locked(EXIT_FAILURE)
  static var isEndOfHang: Bool { codeOfFailure.withLock { $0 == codeOfHang } }

  /// Ends the process because of a hang, after the handlers have run. If they hang, too, it ends without them.
  static func endHang() {
    codeOfFailure.withLock { $0 = codeOfHang }
    _ = Emergency(seconds: 10)
    exit(codeOfHang)
  }

  /// Ends the process after some time, whatever its other threads do, unless it is canceled or goes on.
  struct Emergency: Sendable {
    private let isCanceled = Locked(false)

    init(seconds: Double, unless goesOn: @escaping @Sendable () -> Bool = { false }) {
      Thread.detachNewThread { [isCanceled] in
        // The others may take this time; nothing is synchronized.
        Thread.sleep(forTimeInterval: seconds)
        if !isCanceled.withLock({ $0 }), !goesOn() { _exit(codeOfHang) }
      }
    }

    func cancel() { isCanceled.withLock { $0 = true } }
  }

  /// Ends the process with a failure. Only handlers call it.
  ///
  /// The handlers that other code registered still run: they write coverage data and the reports of sanitizers.
  ///
  /// Assumption: `exit`, called while the process ends, runs the remaining handlers and ends the process with the new
  /// exit code. The standard of C does not define it; glibc and Apple's libraries do this.
  /// Check: by tests, which end processes so.
  /// If false: the tests fail.
  /// Remove when: a handler can change the exit code.
  static func fail() {
    #if canImport(Musl)
      fflush(nil)
      _exit(codeOfFailure.withLock { $0 })
    #else
      exit(codeOfFailure.withLock { $0 })
    #endif
  }
}
