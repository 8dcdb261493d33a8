/// The sleeping side of one wait. It holds one permit: an `unpark` that comes before the `park` is remembered.
///
/// `unpark` may be called from any thread, more than once, and after the wait is over; it never blocks.
protocol Waiter: AnyObject, Sendable {
  func unpark()
}
