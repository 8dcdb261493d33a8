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
}

extension Record: Decodable {
  private enum Key: String, CodingKey {
    case objectId
  }

  public init(from decoder: any Decoder) throws {
    let id = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .objectId)
    var fields = try decoder.singleValueContainer().decode([String: JSONValue].self)
    fields["objectId"] = nil
    self.init(id: id, fields: fields)
  }
}
