#if canImport(XCTest) && !canImport(Darwin) && !EXPECTATIONS_APPLE_XCTEST
  /// The host in a program that may or may not run tests of XCTest.
  ///
  /// Until it has seen a test start, it asks XCTest by recording a failure there. That detects the first test of a
  /// program that calls `XCTMain` itself. Most other programs run no test.
  final class PlainProgramHost: TestHost {
    static let shared = PlainProgramHost()

    var hasStopped: Bool { false }
    var isOver: Bool { true }

    func record(_ problem: Problem) {
      if !isRecordedByXCTest(problem) { ConsoleHost.shared.record(problem) }
    }

    func stop(recording problem: Problem?, orElse error: any Error) -> any Error {
      guard let problem, !isRecordedByXCTest(problem.stopping) else { return CorelibsFailure.stopError ?? error }
      return ConsoleHost.shared.stop(recording: problem, orElse: error)
    }

    /// Asks only on the threads of a test. While another thread asks, a test could end.
    private func isRecordedByXCTest(_ problem: Problem) -> Bool {
      guard problem.severity == .failure, MainThread.isCurrent || RunningTask.exists else { return false }
      return CorelibsObserver.shared.isRecorded { CorelibsFailure.record(problem) }
    }
  }
#endif
