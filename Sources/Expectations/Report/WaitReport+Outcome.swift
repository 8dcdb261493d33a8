extension WaitReport {
  /// How a wait ended.
  public enum Outcome: Sendable, Equatable {
    /// All that was expected happened, and nothing else.
    case completed
    /// The time was over before all had happened.
    case timedOut
    /// The expectations were not completed in the order of the list.
    case incorrectOrder
    /// Something happened that must not happen.
    case unexpectedFulfillment
    /// Something happened more often than its count allows.
    case overFulfilled
    /// An expectation was fulfilled with an error.
    case threw
    /// The task was cancelled.
    case cancelled
    /// The time of a wait that this one ran inside of was over.
    case interrupted
    /// The wait could not have been completed, for the reason given.
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

  /// Writes a name, as in `"timedOut"`, or with a reason, `{"cannotComplete": "nothing to wait for"}`.
  ///
  /// - Parameter encoder: Where to write it.
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

  /// Reads what ``encode(to:)`` writes.
  ///
  /// - Parameter decoder: Where to read it.
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
