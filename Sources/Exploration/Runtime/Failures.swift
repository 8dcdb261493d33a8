import Expectations

/// The failures of one run. Any thread may add one.
final class Failures: Sendable {
  private struct State {
    var list: [Verdict.Failure] = []
    var isOver = false
    var hasPassed = false
  }

  private let state = Locked(State())

  /// Adds a failure that belongs to the run. Returns false if the run has passed before, so that it does not.
  ///
  /// What a task records that is left over from a run that failed says nothing about the schedule.
  @discardableResult
  func add(_ failure: Verdict.Failure) -> Bool {
    state.withLock { state in
      if !state.isOver { state.list.append(failure) }
      return !state.hasPassed
    }
  }

  /// Takes no more failures, and returns the first of them.
  ///
  /// - Parameter hasPassed: Whether nothing else failed.
  func end(hasPassed: Bool) -> Verdict.Failure? {
    state.withLock { state in
      state.isOver = true
      state.hasPassed = hasPassed && state.list.isEmpty
      return state.list.first
    }
  }
}
