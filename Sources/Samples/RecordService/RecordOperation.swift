/// A change of the records that a service keeps.
public enum RecordOperation: Equatable, Sendable {
  /// Creates a record, whose identifier the service chooses.
  case create(in: String, fields: [String: JSONValue])
  /// Sets fields of a record; the others stay.
  case update(in: String, id: String, fields: [String: JSONValue])
  case delete(in: String, id: String)

  /// Whether the service is in the same state when it is carried out twice: only then may it be sent again.
  public var isIdempotent: Bool {
    switch self {
    case .create: false
    case .update, .delete: true
    }
  }
}
