/// Suspends a task: it holds no thread while it waits.
///
/// What it knows is under the engine's lock, which whoever parks or wakes it has just held: one lock less to make and
/// to release with every wait.
final class TaskWaiter: Waiter, @unchecked Sendable {
  typealias Continuation = CheckedContinuation<Decision, Never>

  /// A continuation in a box: its layout is the library's secret, and every move of one costs calls.
  private final class Sleeper: Sendable {
    let continuation: Continuation

    init(_ continuation: Continuation) {
      self.continuation = continuation
    }
  }

  // Sendable: all three are touched only under the engine's lock.
  private var permit = Permit<Sleeper>()
  private var decision = Decision(success: nil, time: .never)
  /// Who has been resumed: not released before the waiter is, as that would be in the way of who goes on.
  private var resumed: Sleeper?

  /// Resumes the continuation as soon as there is a permit, maybe at once. Checked, because the thread sanitizer
  /// takes an unsafe continuation that is resumed before the task has suspended for a data race: that path of the
  /// runtime is not annotated, and the unsafe calls are compiled into their caller.
  func park(_ continuation: Continuation) {
    let sleeper = Sleeper(continuation)
    let (awake, decision) = Engine.state.withLockOnly { _ in (permit.park(sleeper), self.decision) }
    awake?.continuation.resume(returning: decision)
  }

  func unpark(_ decision: Decision) {
    let sleeper = Engine.state.withLockOnly { _ in
      self.decision = decision
      resumed = permit.unpark()
      return resumed
    }
    sleeper?.continuation.resume(returning: decision)
  }
}
