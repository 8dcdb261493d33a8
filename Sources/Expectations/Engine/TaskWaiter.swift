/// Suspends a task. It holds no thread during the wait.
final class TaskWaiter: Waiter, @unchecked Sendable {
  typealias Continuation = CheckedContinuation<Decision, Never>

  /// Boxes a continuation. Its layout is private to the standard library, so every move of a continuation costs calls.
  private final class Parked: Sendable {
    let continuation: Continuation

    init(_ continuation: Continuation) {
      self.continuation = continuation
    }
  }

  // Sendable: the three variables are written only under the engine's lock. `wake` reads two of them without it, after
  // the single `grant`, on the same thread. Nothing writes them after that.
  private var permit = Permit<Parked>()
  private var decision = Decision.none
  /// The continuation that `wake` resumes. The waiter keeps it until its own release, so that freeing it does not delay
  /// the resumed task.
  private var granted: Parked?
  let awaited: String?

  init(for awaited: String? = nil) {
    self.awaited = awaited
  }

  /// Resumes the continuation as soon as there is a permit, possibly at once.
  ///
  /// The continuation is checked, although an unsafe one would be faster.
  ///
  /// Assumption: to the thread sanitizer, an unsafe continuation that is resumed before the task has suspended looks
  /// like a data race: that path of the runtime is not annotated, and the unsafe calls are compiled into their caller.
  /// Check: none is necessary, because a checked continuation is always correct.
  /// If false: the checked continuation costs time for nothing.
  /// Remove when: the sanitizer accepts unsafe continuations.
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
