#if canImport(XCTest) && (canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST)
  import Foundation

  /// Tells whether an exception may stop the test: whether only code of the test is between the caller and XCTest.
  ///
  /// An exception must not pass a block of Dispatch, which ends the process, nor a job of a task, nor a wait that
  /// services the run loop. If it passed a scope that sets a default, the thread would keep that default.
  enum MainRunLoop {
    // Unsafe: only the main thread uses them.
    nonisolated(unsafe) private static var depth = 0
    nonisolated(unsafe) private static var counter: RunLoopCounter?

    /// Counts from now on how many runs of the main run loop are inside one another.
    static func startCounting() {
      counter = RunLoopCounter { depth += $0 == .entry ? 1 : -1 }
    }

    /// Counts from zero, on the main thread. An exception may have left a run of the loop, and XCTest may itself run in
    /// one.
    static func noteTestStarts() { depth = 0 }

    static var isInTest: Bool {
      // A task's job is in a run of the loop, but perhaps in the one that XCTest itself runs in.
      MainThread.isCurrent && !RunningTask.exists && depth == 0 && ThreadLabel.current == .main
        && !TestHosts.observer.isInBody && !ExpectationDefaults.isSet
    }
  }
#endif
