import Dispatch
import Expectations
import Foundation

/// Keeps the main actor of the process for the jobs of one run, from its first job there until it waits or ends: there
/// is only one, for explorations and other tests.
///
/// A job on the main queue blocks the main thread, so nothing else runs on the main actor meanwhile.
final class MainHold: Sendable {
  private enum State: Sendable {
    case free
    /// A job is on its way to the main queue.
    case asked(Ticket)
    case held(Ticket)
  }

  private final class Ticket: Sendable {
    // Not a semaphore: on Linux, its timeout depends on the wall clock.
    let arrived = DispatchGroup()
    let left = DispatchSemaphore(value: 0)

    init() { arrived.enter() }
  }

  private let state = Locked(State.free)

  /// Whether the main thread runs nothing else. A thread that runs the main queue has it always.
  var isHeld: Bool { state.withLock { if case .held = $0 { true } else { false } } || MainQueue.isCurrent }

  /// Blocks until the main thread runs nothing else. Returns false if it did not come in the time, in nanoseconds.
  func acquire(within limit: Int) -> Bool {
    let ticket = Ticket()
    state.withLock { $0 = .asked(ticket) }
    DispatchQueue.main.async { self.arrive(ticket) }
    _ = ticket.arrived.wait(timeout: .now() + .nanoseconds(limit))
    return state.withLock { state in
      if case .held = state { return true }
      // When the job arrives, it finds that nothing waits for it.
      state = .free
      return false
    }
  }

  /// Lets the main thread go on. Any thread may call it.
  func release() {
    let ticket: Ticket? = state.withLock { state in
      defer { state = .free }
      if case .held(let ticket) = state { return ticket }
      return nil
    }
    ticket?.left.signal()
  }

  private func arrive(_ ticket: Ticket) {
    let isAwaited = state.withLock { state in
      guard case .asked(let asked) = state, asked === ticket else { return false }
      state = .held(ticket)
      return true
    }
    ticket.arrived.leave()
    guard isAwaited else { return }
    ticket.left.wait()
    // The jobs of the run on the main actor happened before everything that this thread does next.
    state.withLock { _ in }
  }
}
