/// What sleeps in a wait.
protocol Waiter: AnyObject, Sendable {
  /// The line of the wait.
  var site: CallSite { get }
  /// Grants the permit.
  func grant()
  /// Wakes the sleeper that has the permit.
  func wake()
}

/// A wait, with its identity as its value.
struct WaitReference: Hashable, Sendable {
  let object: (any Waiter)?

  static func == (lhs: WaitReference, rhs: WaitReference) -> Bool { lhs.object === rhs.object }

  func hash(into hasher: inout Hasher) { hasher.combine(object.map { ObjectIdentifier($0) }) }
}
