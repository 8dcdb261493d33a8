/// Suspends a task: it holds no thread while it waits.
final class TaskWaiter: Waiter {
  private struct State {
    var permit = Permit<CheckedContinuation<Void, Never>>()
    var success: Verdict?
  }

  private let state = Locked(State())

  func park(isolation: isolated (any Actor)? = #isolation) async -> Verdict? {
    // The lock is taken inside the continuation's body, never held across it. Checked, because the thread sanitizer takes
    // an unsafe continuation that is resumed before the task has suspended for a data race: that path of the runtime is
    // not annotated, and the unsafe calls are compiled into their caller.
    await withCheckedContinuation(isolation: isolation) { continuation in
      state.withLock { $0.permit.park(continuation) }?.resume()
    }
    return state.withLock { $0.success }
  }

  func unpark(_ success: Verdict?) {
    state.withLock { state in
      state.success = success
      return state.permit.unpark()
    }?.resume()
  }
}
