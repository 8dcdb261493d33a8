/// The work for the engine after an event.
///
/// The engine grants the permits under its lock, and does the rest after it releases the lock.
struct Action<Waiter, Place> {
  /// The waiters of the waits that the event decided.
  var wakeups: [Wakeup<Waiter>] = []
  /// When to check the wait again, if it is still undecided.
  var nextCheck: MonotonicInstant?
  var stray: StrayFulfillment<Place>?
}

/// A waiter that the engine must wake.
struct Wakeup<Waiter> {
  var waiter: Waiter
  /// The verdict, if the wait has already ended with it; nil when the waiter ends the wait.
  var success: Verdict?
}

/// A fulfillment that no wait judges but that is still a problem.
indirect enum StrayFulfillment<Place> {
  case surplus(Surplus<Place>, lastWait: EndedWait<Place>?)
  case late(Fulfillment<Place>, EndedWait<Place>)
}

/// The result of beginning a wait.
enum WaitStart: Hashable, Sendable {
  /// The wait ended at once, without making its waiter.
  case ended(Verdict)
  /// The wait continues. The engine must check it after `nextCheck`.
  case pending(SlotKey, nextCheck: MonotonicInstant)
}

extension Action: Equatable where Waiter: Equatable, Place: Equatable {}
extension Action: Hashable where Waiter: Hashable, Place: Hashable {}
extension Action: Sendable where Waiter: Sendable, Place: Sendable {}
extension Wakeup: Equatable where Waiter: Equatable {}
extension Wakeup: Hashable where Waiter: Hashable {}
extension Wakeup: Sendable where Waiter: Sendable {}
extension StrayFulfillment: Equatable where Place: Equatable {}
extension StrayFulfillment: Hashable where Place: Hashable {}
extension StrayFulfillment: Sendable where Place: Sendable {}
