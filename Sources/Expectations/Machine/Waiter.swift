/// The sleeping side of one wait. It remembers one permit, even if the permit is granted before the waiter parks.
protocol Waiter: AnyObject, Sendable {
  /// Grants the permit. The engine calls it once, under its lock, on any thread, possibly before the waiter parks.
  func grant(_ decision: Decision)

  /// Wakes the sleeping thread or task, if there is one. It never blocks.
  ///
  /// The thread that granted the permit calls it once, after it releases the lock.
  func wake()

  /// The name of what it waits for, for texts about other waits.
  var awaited: String? { get }
}

extension Waiter {
  var awaited: String? { nil }
}

/// A waiter, with its identity as its value.
struct WaiterReference: Sendable {
  let object: any Waiter
}

extension WaiterReference: Hashable {
  static func == (lhs: WaiterReference, rhs: WaiterReference) -> Bool { lhs.object === rhs.object }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
}

/// The result that a waiter wakes with.
struct Decision: Sendable {
  /// The verdict, if the wait has already ended with it; nil when the waiter ends the wait.
  var success: Verdict?
  /// When the wait was decided, in real time.
  var time: MonotonicInstant

  /// The value that a waiter holds before its wait is decided.
  static let none = Decision(success: nil, time: .never)
}

/// The work for the engine after an event.
///
/// The engine grants the permits under its lock, and does the rest after it releases the lock.
struct Action: Hashable, Sendable {
  /// The waiters of the waits that the event decided.
  var wakeups: [Wakeup] = []
  /// When to check the wait again, if it is still undecided.
  var nextCheck: MonotonicInstant?
  var stray: StrayFulfillment?
}

/// A waiter that the engine must wake.
struct Wakeup: Hashable, Sendable {
  var waiter: WaiterReference
  /// The verdict, if the wait has already ended with it; nil when the waiter ends the wait.
  var success: Verdict?
}

/// A fulfillment that no wait judges but that is still a problem.
indirect enum StrayFulfillment: Hashable, Sendable {
  case surplus(Surplus, lastWait: EndedWait?)
  /// - `completes`: Whether it completed the expectation.
  case late(Fulfillment, EndedWait, completes: Bool)
}

/// The result of beginning a wait.
enum WaitStart: Hashable, Sendable {
  /// The wait ended at once, without making its waiter.
  case ended(Verdict)
  /// The wait continues. The engine must check it after `nextCheck`.
  case pending(SlotKey, nextCheck: MonotonicInstant)
}

/// The single permit of a waiter, which ends its sleep.
///
/// A permit that is granted before the waiter parks is remembered, so that the waiter then does not sleep.
struct Permit<Parked> {
  fileprivate enum State {
    case none
    case granted
    case parked(Parked)
  }

  fileprivate var state = State.none

  /// Takes the permit and returns `parked`, which continues. Without a permit, keeps `parked` for `grant` and returns
  /// nil.
  mutating func park(_ parked: Parked) -> Parked? {
    guard case .granted = state else {
      state = .parked(parked)
      return nil
    }
    state = .none
    return parked
  }

  /// Grants the permit. Returns the parked value that the caller must wake, if there is one.
  mutating func grant() -> Parked? {
    guard case .parked(let parked) = state else {
      state = .granted
      return nil
    }
    state = .none
    return parked
  }
}

extension Permit: Sendable where Parked: Sendable {}
extension Permit.State: Sendable where Parked: Sendable {}
extension Permit: Equatable where Parked: Equatable {}
extension Permit: Hashable where Parked: Hashable {}
extension Permit.State: Equatable where Parked: Equatable {}
extension Permit.State: Hashable where Parked: Hashable {}
