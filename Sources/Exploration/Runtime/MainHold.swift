import Dispatch
import Expectations

/// Keeps the main actor of the process for the jobs of one run, from its first job there until it waits or ends: a job
/// on the main queue blocks the main thread, so nothing else runs on the main actor meanwhile.
final class MainHold: Sendable {
  /// What that job waits for, and whether it has come to the main queue; nil if no run wants the main actor.
  private let state = Locked<(mayLeave: DispatchSemaphore, isHeld: Bool)?>(nil)

  /// Whether the main thread runs nothing else. A thread that runs the main queue has it always.
  var isHeld: Bool { state.withLock { $0?.isHeld ?? false } || MainQueue.isCurrent }

  /// Blocks until the main thread runs nothing else. Returns false if that takes longer than the limit, in nanoseconds.
  func acquire(within limit: Int) -> Bool {
    // The group is no semaphore: on Linux, the timeout of one depends on the wall clock.
    let (arrived, mayLeave) = (DispatchGroup(), DispatchSemaphore(value: 0))
    arrived.enter()
    state.withLock { $0 = (mayLeave, false) }
    DispatchQueue.main.async { [state] in
      let isAwaited = state.withLock { state in
        guard state?.mayLeave === mayLeave else { return false }
        state?.isHeld = true
        return true
      }
      arrived.leave()
      guard isAwaited else { return }
      mayLeave.wait()
      // The jobs of the run on the main actor happened before everything that this thread does next.
      state.withLock { _ in }
    }
    _ = arrived.wait(timeout: .now() + .nanoseconds(limit))
    return state.withLock { state in
      // When the job arrives later, it finds that nothing waits for it.
      if state?.isHeld != true { state = nil }
      return state != nil
    }
  }

  /// Lets the main thread go on. Any thread may call it.
  func release() {
    let last = state.withLock { $0.take() }
    if let last, last.isHeld { last.mayLeave.signal() }
  }
}
