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

  /// The failure that came first.
  var first: Verdict.Failure? { state.withLock { $0.list.first } }

  /// Takes no more failures.
  func end(hasPassed: Bool) {
    state.withLock { state in
      state.isOver = true
      state.hasPassed = hasPassed
    }
  }
}
