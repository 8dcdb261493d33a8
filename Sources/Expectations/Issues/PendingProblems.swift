import Foundation

/// Failures that are on their way to a test, or that came after it.
///
/// If a run ends before they arrive, it must still fail: the process prints them and exits with 1.
enum PendingProblems {
  /// A problem on its way.
  struct PendingProblem: Sendable {
    fileprivate var number: Int
    var problem: Problem
  }

  private struct State {
    var pendingProblems: [Int: Problem] = [:]
    /// The problems that are being recorded now. They fail the run at exit, but are not printed again.
    var arriving: Set<Int> = []
    var sent = 0
  }

  private static let state = Locked(State())
  private static let isExpectedAtExit: Void = ProcessExit.add(.failures) { settle() }

  @discardableResult
  static func add(_ problem: Problem) -> PendingProblem {
    let pendingProblem = state.withLock { state in
      state.sent += 1
      state.pendingProblems[state.sent] = problem
      return PendingProblem(number: state.sent, problem: problem)
    }
    _ = isExpectedAtExit
    return pendingProblem
  }

  /// Passes a pending problem to `record` at its destination.
  static func deliver(_ pendingProblem: PendingProblem, to record: (Problem) -> Void) {
    state.withLock { state in
      state.pendingProblems[pendingProblem.number] = nil
      state.arriving.insert(pendingProblem.number)
    }
    record(pendingProblem.problem)
    state.withLock { _ = $0.arriving.remove(pendingProblem.number) }
  }

  /// Prints the problems that have not arrived at the end of the run. If one of them is a failure, the run fails.
  static func settle() {
    let (left, isArriving) = state.withLock { state in
      (state.pendingProblems.sortedForText { $0.key < $1.key }.map(\.value), !state.arriving.isEmpty)
    }
    for problem in left { ConsoleHost.shared.record(problem) }
    guard isArriving || left.contains(where: { $0.severity == .failure }) else { return }
    fflush(nil)
    _exit(EXIT_FAILURE)
  }
}
