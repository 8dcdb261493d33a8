/// Records in the shared record store which places the user visited.
public struct VisitLog: Sendable {
  private static let className = "Place"

  public init() {}

  /// Records a visit: looks up the place by its title, then updates its record or creates one. A place already marked
  /// as visited stays as it is. Two visits of a new place at the same time may both create a record.
  ///
  /// - Parameter completion: Called exactly once, on the thread on which the store answers.
  public func visit(_ place: Place, completion: @escaping @Sendable (Result<Record, ServiceError>) -> Void) {
    // Read the store here: it answers on threads to which no replacement applies.
    let store = SharedRecordStore.current
    store.records(of: Self.className, where: "title", equals: .string(place.title)) { result in
      switch result {
      case .failure(let error):
        completion(.failure(error))
      case .success(let records):
        if let record = records.first, record["visited"] == .bool(true) { return completion(.success(record)) }
        let fields = records.isEmpty ? Self.fields(of: place) : ["visited": true]
        store.save(fields, in: Self.className, id: records.first?.id, completion: completion)
      }
    }
  }

  /// Records a visit, like `visit(_:completion:)`.
  @discardableResult
  public func visit(_ place: Place) async throws(ServiceError) -> Record {
    try await withCheckedContinuation { continuation in
      visit(place) { continuation.resume(returning: $0) }
    }.get()
  }

  private static func fields(of place: Place) -> [String: JSONValue] {
    [
      "title": .string(place.title), "place": .string(place.place), "latitude": .number(place.latitude),
      "longitude": .number(place.longitude), "visited": true,
    ]
  }
}
