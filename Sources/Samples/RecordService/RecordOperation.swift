/// A change to the records of a service.
public enum RecordOperation: Equatable, Sendable {
  /// Creates a record. The service chooses the identifier.
  case create(in: String, fields: [String: JSONValue])
  /// Sets fields of a record and keeps the others.
  case update(in: String, id: String, fields: [String: JSONValue])
  case delete(in: String, id: String)

  /// Whether carrying out the operation twice has the same effect as once. Only such an operation may be sent again.
  public var isIdempotent: Bool {
    switch self {
    case .create: false
    case .update, .delete: true
    }
  }
}
