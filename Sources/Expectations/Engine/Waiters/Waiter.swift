/// The sleeping side of one wait. It holds one permit: one that is granted before the waiter parks is remembered.
protocol Waiter: AnyObject, Sendable {
  /// Grants the permit. Called once, under the lock of the engine, from any thread, and possibly before the waiter
  /// parks.
  func grant(_ decision: Decision)

  /// Wakes what sleeps, if it does. Called once by the thread that granted the permit, after it has let go of the lock.
  /// It never blocks.
  func wake()
}

/// What a waiter is woken with.
struct Decision: Sendable {
  /// The verdict of a wait that has ended with it; nil when the waiter ends the wait.
  var success: Verdict?
  /// When it was decided, in real time.
  var time: Instant

  /// What a waiter holds before its wait is decided.
  static let none = Decision(success: nil, time: .never)
}
