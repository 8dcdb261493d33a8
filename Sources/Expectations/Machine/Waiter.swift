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
