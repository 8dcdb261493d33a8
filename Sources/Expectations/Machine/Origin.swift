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
  let createdInstant = Instant.now()
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
