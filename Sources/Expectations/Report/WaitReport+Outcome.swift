extension WaitReport {
  /// How a wait ended.
  public enum Outcome: Sendable, Equatable {
    /// Everything expected happened, and nothing else.
    case completed
    /// The time ran out before everything had happened.
    case timedOut
    /// The expectations were not complete in the order of the list.
    case incorrectOrder
    /// An event that must not happen happened.
    case unexpectedFulfillment
    /// An event happened more often than its count allows.
    case overFulfilled
    /// A fulfillment delivered an error.
    case threw
    /// The task was canceled.
    case cancelled
    /// The time of an enclosing wait was over.
    case interrupted
    /// The wait could not complete, for the given reason.
    case cannotComplete(String)

    /// The name of the case: `timedOut`, `cannotComplete`.
    public var name: String {
      switch self {
      case .completed: "completed"
      case .timedOut: "timedOut"
      case .incorrectOrder: "incorrectOrder"
      case .unexpectedFulfillment: "unexpectedFulfillment"
      case .overFulfilled: "overFulfilled"
      case .threw: "threw"
      case .cancelled: "cancelled"
      case .interrupted: "interrupted"
      case .cannotComplete: "cannotComplete"
      }
    }
  }
}

extension WaitReport.Outcome: Encodable {
  private enum CodingKeys: CodingKey { case cannotComplete }

  /// Encodes a name, as in `"timedOut"`, or an object with a reason, `{"cannotComplete": "nothing to wait for"}`.
  ///
  /// - Parameter encoder: The encoder to write to.
  ///
  /// - Throws: An error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    guard case .cannotComplete(let reason) = self else {
      var container = encoder.singleValueContainer()
      try container.encode(name)
      return
    }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(reason, forKey: .cannotComplete)
  }
}
