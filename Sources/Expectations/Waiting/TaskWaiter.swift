/// Suspends a task: it holds no thread while it waits.
final class TaskWaiter: Waiter {
  private let permit = Locked(Permit<UnsafeContinuation<Void, Never>>())

  func park(isolation: isolated (any Actor)? = #isolation) async {
    // The lock is taken inside the continuation's body, never held across it.
    await withUnsafeContinuation(isolation: isolation) { continuation in
      permit.withLock { $0.park(continuation) }?.resume()
    }
  }

  func unpark() {
    permit.withLock { $0.unpark() }?.resume()
  }
}
