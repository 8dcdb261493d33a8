/// Parks a thread, until it is unparked: it has no deadline of its own.
///
/// On a semaphore, because a thread that a condition variable wakes has a mutex to get before it can go on. The timed
/// waits of semaphores are measured by the wall clock on Linux, which somebody may set, so the deadlines are the alarm's.
final class ThreadWaiter: Waiter, @unchecked Sendable {
  // Sendable: `success` is written before the one time that the permit is raised, and read after it was taken.
  private let permit = Semaphore()
  private var success: Verdict?

  /// Whether there is a permit.
  var isGranted: Bool { permit.isRaised }

  /// Sleeps until there is a permit.
  func park() -> Verdict? {
    permit.wait()
    return success
  }

  func unpark(_ success: Verdict?) {
    self.success = success
    permit.raise()
  }
}
