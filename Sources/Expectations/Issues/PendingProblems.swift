import Foundation

/// Problems that another thread will record in their test, or that came after it.
///
/// A failure that is not recorded before the run ends must still fail the run: the process prints it and exits with 1.
enum PendingProblems {
  /// A problem that is not recorded yet.
  struct PendingProblem: Sendable {
    fileprivate var number: Int
    var problem: Problem
  }

  private struct State {
    var pendingProblems: [Int: Problem] = [:]
    /// The problems that are being recorded now. They fail the run at exit, but are not printed again.
    var recording: Set<Int> = []
    var sent = 0
  }

  private static let state = Locked(State())
  private static let isRegisteredAtExit: Void = ProcessExit.add(.failures) { printRemaining() }

  @discardableResult
  static func add(_ problem: Problem) -> PendingProblem {
    let pendingProblem = state.withLock { state in
      state.sent += 1
      state.pendingProblems[state.sent] = problem
      return PendingProblem(number: state.sent, problem: problem)
    }
    _ = isRegisteredAtExit
    return pendingProblem
  }

  /// Passes a pending problem to `record`, which records it in a test.
  static func deliver(_ pendingProblem: PendingProblem, to record: (Problem) -> Void) {
    state.withLock { state in
      state.pendingProblems[pendingProblem.number] = nil
      state.recording.insert(pendingProblem.number)
    }
    record(pendingProblem.problem)
    state.withLock { _ = $0.recording.remove(pendingProblem.number) }
  }

  /// Prints, at the end of the run, the problems that are still pending. If one of them is a failure, the run fails.
  static func printRemaining() {
    let (left, isRecording) = state.withLock { state in
      (state.pendingProblems.sortedForText { $0.key < $1.key }.map(\.value), !state.recording.isEmpty)
    }
    for problem in left { ConsoleHost.shared.record(problem) }
    guard isRecording || left.contains(where: { $0.severity == .failure }) else { return }
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}
