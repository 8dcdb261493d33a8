/// The sleeping side of one wait. It holds one permit: an `unpark` that comes before the `park` is remembered. It may be
/// released under the engine's lock, so it holds nothing that takes that lock when it goes.
protocol Waiter: AnyObject, Sendable {
  /// Ends the `park`, which returns `success`: the verdict of a wait that is over, or nil for one that its waiter is to
  /// finish. Called once, from any thread, and maybe before the `park`; it never blocks.
  func unpark(_ success: Verdict?)
}
