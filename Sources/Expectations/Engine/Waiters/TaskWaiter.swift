/// Suspends a task: it holds no thread while it waits.
final class TaskWaiter: Waiter, @unchecked Sendable {
  typealias Continuation = CheckedContinuation<Decision, Never>

  /// A continuation in a box: its layout is the library's secret, and every move of one costs calls.
  private final class Parked: Sendable {
    let continuation: Continuation

    init(_ continuation: Continuation) {
      self.continuation = continuation
    }
  }

  // Sendable: all three are written under the lock of the engine. `wake` reads two of them without it, after the one
  // `grant`, on the same thread; nothing writes them after that.
  private var permit = Permit<Parked>()
  private var decision = Decision.none
  /// What `wake` resumes. It is kept until the waiter is released, so that freeing it does not delay the resumed task.
  private var granted: Parked?

  /// Resumes the continuation as soon as there is a permit, possibly at once. Checked, because the thread sanitizer
  /// takes an unsafe continuation that is resumed before the task has suspended for a data race: that path of the
  /// runtime is not annotated, and the unsafe calls are compiled into their caller.
  func park(_ continuation: Continuation) {
    let parked = Parked(continuation)
    let (awake, decision) = Engine.withLock { _ in (permit.park(parked), self.decision) }
    awake?.continuation.resume(returning: decision)
  }

  func grant(_ decision: Decision) {
    self.decision = decision
    granted = permit.grant()
  }

  func wake() { granted?.continuation.resume(returning: decision) }
}
