/// Selects, sorts, and limits the records to fetch.
///
///     RecordQuery("Place", where: ["visited": false], order: [.ascending("name")], limit: 20)
public struct RecordQuery: Equatable, Sendable {
  /// A field to sort by, and the direction.
  public enum Order: Equatable, Sendable {
    case ascending(String)
    case descending(String)
  }

  public var className: String
  /// The required values of fields; empty for all records of the class.
  public var conditions: [String: JSONValue]
  /// The fields to sort by, the most significant first; empty for the service's own order.
  public var order: [Order]
  /// The maximum number of records; nil for the service's own limit.
  public var limit: Int?
  /// The number of records to skip at the beginning, because they were fetched earlier.
  public var skip: Int

  public init(
    _ className: String, where conditions: [String: JSONValue] = [:], order: [Order] = [], limit: Int? = nil,
    skip: Int = 0
  ) {
    self.className = className
    self.conditions = conditions
    self.order = order
    self.limit = limit
    self.skip = skip
  }
}
