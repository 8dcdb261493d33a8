/// What the engine does after an event: it grants the permits under its lock, and does all else after letting go.
struct Action<Waiter, Place> {
  /// The waiters of the waits that the event decided.
  var wakeups: [Wakeup<Waiter>] = []
  /// When to check the wait again, if it is still undecided.
  var nextCheck: Instant?
  var stray: StrayFulfillment<Place>?
}

/// A waiter that has to sleep no longer.
struct Wakeup<Waiter> {
  var waiter: Waiter
  /// The verdict of a wait that has ended with it, so that its waiter has nothing to look up; nil when the waiter ends
  /// the wait.
  var success: Verdict?
}

/// A fulfillment that no wait judges, and that is a problem nonetheless.
indirect enum StrayFulfillment<Place> {
  case surplus(Surplus<Place>, lastWait: EndedWait<Place>?)
  case late(Fulfillment<Place>, EndedWait<Place>)
}

/// How a wait began.
enum Beginning: Hashable, Sendable {
  /// It has ended already, and its waiter was not made.
  case ended(Verdict)
  /// It goes on; the clock is to be checked after an instant.
  case pending(SlotKey, nextCheck: Instant)
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
