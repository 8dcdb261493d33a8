/// Suspends a task: it holds no thread while it waits.
///
/// What it knows is under the engine's lock, which whoever parks or wakes it has just held: one lock less to make and to
/// release with every wait.
final class TaskWaiter: Waiter, @unchecked Sendable {
  typealias Continuation = CheckedContinuation<Verdict?, Never>

  /// A continuation in a box: its layout is the library's secret, and every move of one costs calls.
  private final class Sleeper: Sendable {
    let continuation: Continuation

    init(_ continuation: Continuation) {
      self.continuation = continuation
    }
  }

  // Sendable: all three are touched only under the engine's lock.
  private var permit = Permit<Sleeper>()
  private var success: Verdict?
  /// Who has been resumed: not released before the waiter is, as that would be in the way of who goes on.
  private var resumed: Sleeper?

  /// Resumes the continuation as soon as there is a permit, maybe at once. Checked, because the thread sanitizer takes an
  /// unsafe continuation that is resumed before the task has suspended for a data race: that path of the runtime is not
  /// annotated, and the unsafe calls are compiled into their caller.
  func park(_ continuation: Continuation) {
    let sleeper = Sleeper(continuation)
    let (awake, success) = Engine.state.withLockOnly { _ in (permit.park(sleeper), self.success) }
    awake?.continuation.resume(returning: success)
  }

  func unpark(_ success: Verdict?) {
    let sleeper = Engine.state.withLockOnly { _ in
      self.success = success
      resumed = permit.unpark()
      return resumed
    }
    sleeper?.continuation.resume(returning: success)
  }
}
