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

extension Machine {
  /// Whether the test of a wait wants to know why its time was over.
  func wantsExplanation(_ key: TableKey) -> Bool {
    guard waits[key].terms.judges, !waits[key].terms.isInRealTime, let member = waits[key].members.first else {
      return false
    }
    return expectations[member].origin?.host.explainsTimeouts ?? false
  }
}
