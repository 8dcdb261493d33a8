#if canImport(XCTest) && (canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST)
  import Foundation

  /// Decides whether an exception may stop the test: whether only code of the test is between the caller and XCTest.
  ///
  /// An exception must not unwind a block of Dispatch, which would end the process, nor a job of a task, nor a wait
  /// that services the run loop. If it unwound a scope that sets a default, the thread would keep that default.
  ///
  /// Assumption: XCTest calls a blocking test in the same run of the main run loop as its observers.
  /// Check: on a Mac only, by `Tests/Consumer/check`.
  /// If false: a test with `continueAfterFailure = false` continues after a failed wait.
  /// Remove when: XCTest can stop a test without an exception.
  enum MainRunLoop {
    // Unsafe: only the main thread uses them.
    nonisolated(unsafe) private static var depth = 0
    nonisolated(unsafe) private static var counter: RunLoopCounter?

    /// Begins to count how many runs of the main run loop are nested inside each other.
    static func startCounting() {
      counter = RunLoopCounter { depth += $0 == .entry ? 1 : -1 }
    }

    /// Restarts the count at zero, on the main thread. An exception may have left a run of the loop, and XCTest may
    /// itself run in one.
    static func noteTestStarts() { depth = 0 }

    static var isInTest: Bool {
      // A job of a task runs inside a run of the loop, but that may be the run that XCTest itself runs in.
      MainThread.isCurrent && !RunningTask.exists && depth == 0 && ThreadLabel.current == .main
        && !TestHosts.observer.isInBody && !ExpectationDefaults.isSet
    }
  }
#endif
