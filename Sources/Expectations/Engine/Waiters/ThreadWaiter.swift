/// Parks a thread until it is woken: it has no deadline of its own.
///
/// On a semaphore, because a thread that a condition variable wakes has a mutex to get before it can go on. The timed
/// waits of semaphores are measured by the wall clock on Linux, which can be set, so the deadlines are the
/// alarm's.
final class ThreadWaiter: BlockingWaiter, @unchecked Sendable {
  // Sendable: the three variables are written under the lock of the engine, and not after `grant`; `wake` and what it
  // wakes read them after that.
  private let permit = Semaphore()
  private var decision = Decision.none
  private var isDecided = false
  /// What services the run loop instead, if there was anything to service.
  private var runLoop: RunLoopWaiter?
  private let mayHaveRunLoop: Bool

  /// - Parameter mayHaveRunLoop: Whether the thread that parks may have something in its run loop.
  init(mayHaveRunLoop: Bool = false) {
    self.mayHaveRunLoop = mayHaveRunLoop
  }

  /// Whether there is a permit.
  var isGranted: Bool { permit.isRaised }

  func park(for wait: SlotKey) -> Decision {
    guard mayHaveRunLoop, let runLoop = worthwhileRunLoop(for: wait) else { return park() }
    return runLoop.park(for: wait)
  }

  /// Sleeps until there is a permit.
  func park() -> Decision {
    permit.wait()
    return decision
  }

  /// What is to run the loop of the thread; nil when the loop has nothing to service, or the wait was decided
  /// meanwhile.
  private func worthwhileRunLoop(for wait: SlotKey) -> RunLoopWaiter? {
    RunLoopWaits.push(wait, nil)
    defer { RunLoopWaits.pop() }
    guard RunLoopWaiter.isWorthwhile() else { return nil }
    let waiter = RunLoopWaiter()
    return Engine.withLock { _ in
      guard !isDecided else { return nil }
      runLoop = waiter
      return waiter
    }
  }

  func grant(_ decision: Decision) {
    self.decision = decision
    isDecided = true
    runLoop?.grant(decision)
  }

  func wake() {
    if let runLoop {
      runLoop.wake()
    } else {
      permit.raise()
    }
  }
}
