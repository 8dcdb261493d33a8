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

    private static let plain: [(Outcome, name: String)] = [
      (.completed, "completed"), (.timedOut, "timedOut"), (.incorrectOrder, "incorrectOrder"),
      (.unexpectedFulfillment, "unexpectedFulfillment"), (.overFulfilled, "overFulfilled"), (.threw, "threw"),
      (.cancelled, "cancelled"), (.interrupted, "interrupted"),
    ]

    /// The name of the case: `timedOut`, `cannotComplete`.
    public var name: String { Self.plain.first { $0.0 == self }?.name ?? "cannotComplete" }
  }
}

extension WaitReport.Outcome: Codable {
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

  /// Decodes the output of ``encode(to:)``.
  ///
  /// - Parameter decoder: The decoder to read from.
  ///
  /// - Throws: `DecodingError`, when there is no such outcome.
  public init(from decoder: any Decoder) throws {
    if let container = try? decoder.container(keyedBy: CodingKeys.self) {
      self = .cannotComplete(try container.decode(String.self, forKey: .cannotComplete))
      return
    }
    let container = try decoder.singleValueContainer()
    let name = try container.decode(String.self)
    guard let outcome = Self.plain.first(where: { $0.name == name })?.0 else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "there is no outcome \(name)")
    }
    self = outcome
  }
}
