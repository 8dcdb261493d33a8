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
  case late(Fulfillment, EndedWait)
}

/// The result of beginning a wait.
enum WaitStart: Hashable, Sendable {
  /// The wait ended at once, without making its waiter.
  case ended(Verdict)
  /// The wait continues. The engine must check it after `nextCheck`.
  case pending(SlotKey, nextCheck: MonotonicInstant)
}
