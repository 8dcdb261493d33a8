import Dispatch
import Expectations
import Foundation

/// Keeps the main actor of the process for the jobs of one run, from its first job there until it waits or ends: there
/// is only one, for explorations and other tests.
///
/// A job on the main queue blocks the main thread, so nothing else runs on the main actor meanwhile.
final class MainHold: Sendable {
  private final class Ticket: Sendable {
    // Not a semaphore: on Linux, its timeout depends on the wall clock.
    let arrived = DispatchGroup()
    let left = DispatchSemaphore(value: 0)

    init() { arrived.enter() }
  }

  /// The ticket of the run, and whether its job has come to the main queue; nil if no run wants the main actor.
  private let state = Locked<(ticket: Ticket, isHeld: Bool)?>(nil)

  /// Whether the main thread runs nothing else. A thread that runs the main queue has it always.
  var isHeld: Bool { state.withLock { $0?.isHeld ?? false } || MainQueue.isCurrent }

  /// Blocks until the main thread runs nothing else. Returns false if it did not come in the time, in nanoseconds.
  func acquire(within limit: Int) -> Bool {
    let ticket = Ticket()
    state.withLock { $0 = (ticket, false) }
    DispatchQueue.main.async { self.arrive(ticket) }
    _ = ticket.arrived.wait(timeout: .now() + .nanoseconds(limit))
    return state.withLock { state in
      // When the job arrives later, it finds that nothing waits for it.
      if state?.isHeld != true { state = nil }
      return state != nil
    }
  }

  /// Lets the main thread go on. Any thread may call it.
  func release() {
    let last = state.withLock { $0.take() }
    if let last, last.isHeld { last.ticket.left.signal() }
  }

  private func arrive(_ ticket: Ticket) {
    let isAwaited = state.withLock { state in
      guard state?.ticket === ticket else { return false }
      state?.isHeld = true
      return true
    }
    ticket.arrived.leave()
    guard isAwaited else { return }
    ticket.left.wait()
    // The jobs of the run on the main actor happened before everything that this thread does next.
    state.withLock { _ in }
  }
}
