import Foundation

/// Prints to standard error, where the library shows problems when there is no test framework.
package enum StandardError {
  /// Writes one line in one write, so lines of several threads do not mix.
  ///
  /// If standard error is closed or full, the line is lost. That must not end the process, which may be in a test.
  package static func print(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }
}

/// Runs handlers when the process ends, to print what remains.
package enum ProcessEnd {
  /// The stages in which handlers run, in order. A handler may add handlers of later stages.
  package enum Stage: Int, CaseIterable, Sendable {
    /// Handlers of this stage find what the run left behind.
    case checks
    case summaries
    /// Handlers of this stage may end the process with a failure.
    case failures
  }

  private static let handlers = Locked<[Stage: [@Sendable () -> Void]]>([:])
  private static let isRegistered: Bool = {
    atexit {
      for stage in Stage.allCases {
        for handler in ProcessEnd.handlers.withLock({ $0[stage] ?? [] }) { handler() }
      }
    }
    return true
  }()

  /// Registers `handler` to run when the process ends.
  package static func add(_ stage: Stage, _ handler: @escaping @Sendable () -> Void) {
    handlers.withLock { $0[stage, default: []].append(handler) }
    _ = isRegistered
  }

  /// The exit code of a process whose failures no framework has recorded.
  private static let failureCode = Locked(EXIT_FAILURE)

  /// Sets the exit code of a process that ends because it hangs. Its tests are not over, so nothing checks what they
  /// leave behind.
  package static func noteHang(exitCode: Int32) {
    failureCode.withLock { $0 = exitCode }
    _ = handlers.withLock { $0.removeValue(forKey: .checks) }
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
      _exit(failureCode.withLock { $0 })
    #else
      exit(failureCode.withLock { $0 })
    #endif
  }
}

/// Whether a debugger controls the process, which may stop it for any time.
package enum Debugger {
  package static var isAttached: Bool {
    #if canImport(Darwin)
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, getpid()]
      return sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0 && info.kp_proc.p_flag & P_TRACED != 0
    #elseif os(Linux)
      // The process that traces this one, or 0.
      let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
      let line = status.split(separator: "\n").first { $0.hasPrefix("TracerPid:") }
      return line.map { !$0.hasSuffix("\t0") } ?? false
    #else
      return false
    #endif
  }
}
