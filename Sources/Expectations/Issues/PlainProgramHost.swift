#if !canImport(ObjectiveC)
  /// A program that may or may not be running a test of XCTest: as long as none has been seen to start, XCTest is asked
  /// by telling it. That is the first test of a program that calls `XCTMain` by itself; most others run none.
  final class PlainProgramHost: TestHost {
    static let shared = PlainProgramHost()

    var hasStopped: Bool { false }
    var isOver: Bool { true }

    func record(_ problem: Problem) {
      if !isRecordedByXCTest(problem) { ConsoleHost.shared.record(problem) }
    }

    func stop(recording problem: Problem?, orElse error: any Error) -> any Error {
      guard let problem, !isRecordedByXCTest(problem.stopping) else { return XCTestFailure.stopError ?? error }
      return ConsoleHost.shared.stop(recording: problem, orElse: error)
    }

    /// Only on the threads of a test: on another one, a test may end in that moment.
    private func isRecordedByXCTest(_ problem: Problem) -> Bool {
      guard problem.severity == .failure, MainThread.isCurrent || RunningTask.exists else { return false }
      return XCTestWatcher.shared.isRecorded { XCTestFailure.record(problem) }
    }
  }
#endif
