import Expectations

/// The failures of one run. Any thread may add one.
final class Failures: Sendable {
  private let state: Locked<(list: [Verdict.Failure], isOver: Bool, areOfTest: Bool)>

  /// - Parameter areOfTest: Whether the failures stand in the test, at their own lines.
  init(areOfTest: Bool = false) { state = Locked(([], areOfTest, areOfTest)) }

  var areOfTest: Bool { state.withLock { $0.areOfTest } }

  /// Adds a failure. Returns false if it stands in the test instead: the run has passed. Those of a task that is left
  /// over from a run that failed say nothing about the schedule.
  @discardableResult
  func add(_ failure: Verdict.Failure) -> Bool {
    state.withLock { state in
      if !state.isOver { state.list.append(failure) }
      return !state.areOfTest
    }
  }

  /// From now on, no failure stands in the test: the caller reports another one, of which they may be consequences.
  func leaveToCaller() { state.withLock { $0.areOfTest = false } }

  /// Takes no more failures, and returns the first of them. It has passed if nothing else failed.
  func end(hasPassed: Bool) -> Verdict.Failure? {
    state.withLock { state in
      guard !state.isOver else { return nil }
      state.isOver = true
      state.areOfTest = hasPassed && state.list.isEmpty
      return state.list.first
    }
  }
}
