/// The sleeping side of one wait. It holds one permit: an `unpark` that comes before the `park` is remembered.
protocol Waiter: AnyObject, Sendable {
  /// Ends the `park`, which returns `success`: the verdict of a wait that is over, or nil for one that its waiter is to
  /// finish. Called once, from any thread, not under the engine's lock, and maybe before the `park`; it never blocks.
  func unpark(_ success: Verdict?)
}
