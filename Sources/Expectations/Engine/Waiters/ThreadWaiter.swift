/// Parks a thread until it is woken: it has no deadline of its own.
///
/// On a semaphore, because a thread that a condition variable wakes has a mutex to get before it can go on. The timed
/// waits of semaphores are measured by the wall clock on Linux, which can be set, so the deadlines are the
/// alarm's.
final class ThreadWaiter: BlockingWaiter, @unchecked Sendable {
  // Sendable: `decision` is written before the one time that the semaphore is raised, and read after it was taken.
  private let permit = Semaphore()
  private var decision = Decision.none

  /// Whether there is a permit.
  var isGranted: Bool { permit.isRaised }

  func park(for wait: SlotKey) -> Decision { park() }

  /// Sleeps until there is a permit.
  func park() -> Decision {
    permit.wait()
    return decision
  }

  func grant(_ decision: Decision) { self.decision = decision }

  func wake() { permit.raise() }
}
