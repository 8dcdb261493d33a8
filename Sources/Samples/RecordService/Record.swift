/// A record of a remote service, as a value.
public struct Record: Equatable, Identifiable, Sendable {
  /// The identifier, which the service calls `objectId`.
  public let id: String
  /// All fields except the identifier.
  public let fields: [String: JSONValue]

  public init(id: String, fields: [String: JSONValue]) {
    self.id = id
    self.fields = fields
  }

  /// The value of a field; nil if the record has no such field.
  public subscript(field: String) -> JSONValue? { fields[field] }

  // MARK: Fields of a known type

  // Each accessor throws `malformedRecord`, with the name of the field as the path, if the field is missing, null, or
  // of another type.

  public func string(_ field: String) throws(RecordServiceError) -> String {
    guard case .string(let value) = fields[field] else { throw mismatch(field, expected: "a string") }
    return value
  }

  public func integer(_ field: String) throws(RecordServiceError) -> Int64 {
    guard case .integer(let value) = fields[field] else { throw mismatch(field, expected: "an integer") }
    return value
  }

  /// A number with or without a fraction.
  public func number(_ field: String) throws(RecordServiceError) -> Double {
    switch fields[field] {
    case .number(let value): return value
    case .integer(let value): return Double(value)
    default: throw mismatch(field, expected: "a number")
    }
  }

  public func bool(_ field: String) throws(RecordServiceError) -> Bool {
    guard case .bool(let value) = fields[field] else { throw mismatch(field, expected: "a Boolean") }
    return value
  }

  private func mismatch(_ field: String, expected: String) -> RecordServiceError {
    .malformedRecord(path: field, reason: fields[field].map { "\($0.kind) instead of \(expected)" } ?? "missing")
  }
}
