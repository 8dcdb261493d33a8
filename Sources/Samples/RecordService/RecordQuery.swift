/// Which records are asked for, in which order, and how many.
///
///     RecordQuery("Place", where: ["visited": false], order: [.ascending("name")], limit: 20)
public struct RecordQuery: Equatable, Sendable {
  /// One of the fields that records are sorted by.
  public enum Order: Equatable, Sendable {
    case ascending(String)
    case descending(String)
  }

  public var className: String
  /// The value that each of these fields has; none for all records of the class.
  public var conditions: [String: JSONValue]
  /// The first field counts most; none for the service's own order.
  public var order: [Order]
  /// The most records that are sent; nil for the service's own limit.
  public var limit: Int?
  /// How many of the first ones are left out, as they were fetched before.
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
