/// What is to be done after an event, outside the lock.
struct Effects<Waiter, Place> {
  /// The waiters of the waits that have just been decided.
  var wake: [Wake<Waiter>] = []
  /// When to look at the wait again, if it is still open.
  var nextLook: Instant?
  var notice: Notice<Place>?
}

/// A waiter that need not sleep any longer.
struct Wake<Waiter> {
  var waiter: Waiter
  /// The verdict of a wait that ended with it, so that there is nothing left to look up; nil when the waiter is to finish
  /// the wait.
  var success: Verdict?
}

/// What a fulfillment outside every wait has to say.
indirect enum Notice<Place> {
  case surplus(Surplus<Place>, lastWait: PastWait<Place>?)
  case late(Fulfillment<Place>, PastWait<Place>)
}

/// How a wait began.
enum Beginning: Hashable, Sendable {
  /// It is over already.
  case decided(Finish)
  /// It goes on; the clock is to be looked at after an instant.
  case pending(SlotKey, nextLook: Instant)
}

/// How a wait ended, for the one who waited.
struct Finish: Hashable, Sendable {
  var verdict: Verdict
  /// Whether something had been fulfilled too often.
  var sawSurplus: Bool
  /// The positions of the surpluses that this wait is the one to report.
  var claimed: [Int]
}

extension Effects: Equatable where Waiter: Equatable, Place: Equatable {}
extension Effects: Hashable where Waiter: Hashable, Place: Hashable {}
extension Effects: Sendable where Waiter: Sendable, Place: Sendable {}
extension Wake: Equatable where Waiter: Equatable {}
extension Wake: Hashable where Waiter: Hashable {}
extension Wake: Sendable where Waiter: Sendable {}
extension Notice: Equatable where Place: Equatable {}
extension Notice: Hashable where Place: Hashable {}
extension Notice: Sendable where Place: Sendable {}
