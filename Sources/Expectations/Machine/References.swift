/// What an expectation is, apart from its fulfillments: what it is called, and where and in which test it was created.
final class Origin: @unchecked Sendable {
  /// Who waits for an expectation.
  enum Role: Sendable {
    /// The test must wait for it.
    case ofTest
    /// A call of the library waits for it, which the test made.
    case ofCall
    /// The library waits for it as long as a condition lasts.
    case ofCondition
  }

  // Sendable: the variable is written only under the lock of the engine, before the first wait.
  var title: String
  let createdAt: CallSite
  let host: any TestHost
  let role: Role
  /// Why no number of fulfillments can meet its count; empty if one can.
  let defect: String

  init(_ title: String, createdAt: CallSite, host: any TestHost, role: Role, defect: String = "") {
    self.title = title
    self.createdAt = createdAt
    self.host = host
    self.role = role
    self.defect = defect
  }
}

extension Origin: Hashable {
  static func == (one: Origin, other: Origin) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What sleeps in a wait.
protocol Waiter: AnyObject, Sendable {
  /// The line of the wait.
  var site: CallSite { get }
  /// Grants the permit.
  func grant()
  /// Notes that an observer had to look before the sleeper wakes. Call it under the engine's lock.
  func noteHeld(until instant: Instant)
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
  /// Whether a fulfillment may still matter: a wait is undecided or none has begun, or the last one ended well without
  /// it. A wait that is decided may still be on its way to its caller.
  func isOpen(_ key: TableKey) -> Bool {
    let state = expectations[key]
    guard !state.memberships.isEmpty else { return state.lastWait == nil || state.isLeftOpen && !state.isComplete }
    return state.memberships.contains { membership in
      guard let verdict = waits[membership.wait].verdict else { return true }
      return verdict.isSuccess && !state.isComplete
    }
  }

  /// Whether the test of a wait wants to know why its time was over.
  func wantsExplanation(_ key: TableKey) -> Bool {
    let wait = waits[key]
    guard wait.terms.judges, !wait.terms.isInRealTime, let member = wait.members.first else { return false }
    return expectations[member].origin.map { !$0.host.onlyCollects } ?? false
  }
}
