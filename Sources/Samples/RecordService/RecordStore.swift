/// Keeps records somewhere else: fetches, saves and deletes them, and answers later.
///
/// Each call answers exactly once, also when it is cancelled. `RecordService` is one, over HTTP; a test has its own.
public protocol RecordStore: Sendable {
  /// Fetches records.
  @discardableResult
  func records(
    matching query: RecordQuery, completion: @escaping @Sendable (Result<[Record], RecordServiceError>) -> Void
  ) -> RequestHandle

  /// Carries out one change; what comes of it is the record as it is then, nil when it was deleted.
  @discardableResult
  func perform(
    _ operation: RecordOperation, completion: @escaping @Sendable (Result<Record?, RecordServiceError>) -> Void
  ) -> RequestHandle

  /// Carries out several changes in one request, in this order, and tells of each what came of it: some may succeed and
  /// others fail. No change at all is a success, of which nothing is sent.
  @discardableResult
  func perform(
    _ operations: [RecordOperation],
    completion: @escaping @Sendable (Result<[Result<Record?, RecordServiceError>], RecordServiceError>) -> Void
  ) -> RequestHandle
}

// MARK: - In other words

extension RecordStore {
  /// Fetches the records of a class whose field has a value, in the order in which the service sends them.
  @discardableResult
  public func records(
    of className: String, where field: String, equals value: JSONValue,
    completion: @escaping @Sendable (Result<[Record], RecordServiceError>) -> Void
  ) -> RequestHandle {
    records(matching: RecordQuery(className, where: [field: value]), completion: completion)
  }

  /// Creates a record, or sets fields of the one that has the identifier `id`.
  ///
  /// - Parameter completion: Gets the record with its identifier and what the service set itself.
  @discardableResult
  public func save(
    _ fields: [String: JSONValue], in className: String, id: String? = nil,
    completion: @escaping @Sendable (Result<Record, RecordServiceError>) -> Void
  ) -> RequestHandle {
    perform(.save(fields, in: className, id: id)) { result in
      completion(result.flatMap { $0.map { .success($0) } ?? .failure(.emptyAnswer(status: 200)) })
    }
  }

  /// Deletes a record. One that is not there is an error: status 404.
  @discardableResult
  public func delete(
    id: String, in className: String, completion: @escaping @Sendable (Result<Void, RecordServiceError>) -> Void
  ) -> RequestHandle {
    perform(.delete(in: className, id: id)) { completion($0.map { _ in }) }
  }
}

extension RecordOperation {
  /// A creation, or an update if there is an identifier.
  public static func save(_ fields: [String: JSONValue], in className: String, id: String? = nil) -> RecordOperation {
    id.map { .update(in: className, id: $0, fields: fields) } ?? .create(in: className, fields: fields)
  }
}
