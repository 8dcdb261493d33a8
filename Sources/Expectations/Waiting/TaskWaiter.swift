/// Suspends a task: it holds no thread while it waits.
final class TaskWaiter: Waiter {
  typealias Continuation = CheckedContinuation<Verdict?, Never>

  /// A continuation in a box: its layout is the library's secret, and every move of one costs calls.
  private final class Sleeper: Sendable {
    let continuation: Continuation

    init(_ continuation: Continuation) {
      self.continuation = continuation
    }
  }

  private struct State {
    var permit = Permit<Sleeper>()
    var success: Verdict?
    /// Who has been resumed: not released before the waiter is, as that would be in the way of who goes on.
    var resumed: Sleeper?
  }

  private let state = Locked(State())

  /// Resumes the continuation as soon as there is a permit, maybe at once. Checked, because the thread sanitizer takes an
  /// unsafe continuation that is resumed before the task has suspended for a data race: that path of the runtime is not
  /// annotated, and the unsafe calls are compiled into their caller.
  func park(_ continuation: Continuation) {
    let sleeper = Sleeper(continuation)
    let (awake, success) = state.withLock { ($0.permit.park(sleeper), $0.success) }
    awake?.continuation.resume(returning: success)
  }

  func unpark(_ success: Verdict?) {
    let sleeper = state.withLock { state in
      state.success = success
      state.resumed = state.permit.unpark()
      return state.resumed
    }
    sleeper?.continuation.resume(returning: success)
  }
}
