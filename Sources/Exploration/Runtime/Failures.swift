import Expectations

/// The failures of one run. Any thread may add one.
final class Failures: Sendable {
  private struct State {
    var list: [Verdict.Failure] = []
    var isOver = false
    /// Whether failures stand in the test.
    var areOfTest: Bool
  }

  private let state: Locked<State>

  /// - Parameter areOfTest: Whether the failures stand in the test, at their own lines.
  init(areOfTest: Bool = false) { state = Locked(State(isOver: areOfTest, areOfTest: areOfTest)) }

  var areOfTest: Bool { state.withLock { $0.areOfTest } }

  /// Adds a failure that belongs to the run. Returns false if it stands in the test instead: the run has passed.
  ///
  /// The failures of a task that is left over from a run that failed say nothing about the schedule.
  @discardableResult
  func add(_ failure: Verdict.Failure) -> Bool {
    state.withLock { state in
      if !state.isOver { state.list.append(failure) }
      return !state.areOfTest
    }
  }

  /// From now on, no failure stands in the test: the caller reports another one, of which they may be consequences.
  func leaveToCaller() { state.withLock { $0.areOfTest = false } }

  /// Takes no more failures, and returns the first of them.
  ///
  /// - Parameter hasPassed: Whether nothing else failed.
  func end(hasPassed: Bool) -> Verdict.Failure? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      state.isOver = true
      state.areOfTest = hasPassed && state.list.isEmpty
      return state.list.first
    }
  }
}
