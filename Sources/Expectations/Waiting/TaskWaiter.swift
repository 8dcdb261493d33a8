/// Suspends a task: it holds no thread while it waits.
final class TaskWaiter: Waiter {
  private let permit = Locked(Permit<CheckedContinuation<Void, Never>>())

  func park(isolation: isolated (any Actor)? = #isolation) async {
    // The lock is taken inside the continuation's body, never held across it. Checked, because the thread sanitizer takes
    // an unsafe continuation that is resumed before the task has suspended for a data race: that path of the runtime is
    // not annotated, and the unsafe calls are compiled into their caller.
    await withCheckedContinuation(isolation: isolation) { continuation in
      permit.withLock { $0.park(continuation) }?.resume()
    }
  }

  func unpark() {
    permit.withLock { $0.unpark() }?.resume()
  }
}
