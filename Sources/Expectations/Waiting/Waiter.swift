/// The sleeping side of one wait. It holds one permit: an `unpark` that comes before the `park` is remembered.
protocol Waiter: AnyObject, Sendable {
  /// Ends the `park`, which returns the decision. Called once, from any thread, not under the engine's lock, and
  /// maybe before the `park`; it never blocks.
  func unpark(_ decision: Decision)
}

/// What a waiter is woken with.
struct Decision: Sendable {
  /// The verdict of a wait that is over with it; nil for one that its waiter is to finish.
  var success: Verdict?
  /// When it was decided, in real time.
  var time: Instant
}
