/// A remote store of records that fetches, saves, and deletes them, and answers later.
///
/// Each call answers exactly once, even if it is canceled. `RecordService` is the implementation over HTTP; a test
/// provides its own.
public protocol RecordStore: Sendable {
  /// Fetches records.
  @discardableResult
  func records(
    matching query: RecordQuery, completion: @escaping @Sendable (Result<[Record], RecordServiceError>) -> Void
  ) -> RequestHandle

  /// Carries out one operation. The result is the record after the operation; nil if it was deleted.
  @discardableResult
  func perform(
    _ operation: RecordOperation, completion: @escaping @Sendable (Result<Record?, RecordServiceError>) -> Void
  ) -> RequestHandle

  /// Carries out several operations in one request, in this order, and returns a result for each: some may succeed
  /// while others fail. An empty list succeeds without a request.
  @discardableResult
  func perform(
    _ operations: [RecordOperation],
    completion: @escaping @Sendable (Result<[Result<Record?, RecordServiceError>], RecordServiceError>) -> Void
  ) -> RequestHandle
}

// MARK: - Convenience

extension RecordStore {
  /// Fetches the records of a class in which a field has a value, in the order in which the service returns them.
  @discardableResult
  public func records(
    of className: String, where field: String, equals value: JSONValue,
    completion: @escaping @Sendable (Result<[Record], RecordServiceError>) -> Void
  ) -> RequestHandle {
    records(matching: RecordQuery(className, where: [field: value]), completion: completion)
  }

  /// Creates a record, or sets fields of the record with the identifier `id`.
  ///
  /// - Parameter completion: Receives the record with its identifier and the fields that the service set.
  @discardableResult
  public func save(
    _ fields: [String: JSONValue], in className: String, id: String? = nil,
    completion: @escaping @Sendable (Result<Record, RecordServiceError>) -> Void
  ) -> RequestHandle {
    perform(.save(fields, in: className, id: id)) { result in
      completion(result.flatMap { $0.map { .success($0) } ?? .failure(.emptyAnswer(status: 200)) })
    }
  }

  /// Deletes a record. Deleting a record that does not exist fails with status 404.
  @discardableResult
  public func delete(
    id: String, in className: String, completion: @escaping @Sendable (Result<Void, RecordServiceError>) -> Void
  ) -> RequestHandle {
    perform(.delete(in: className, id: id)) { completion($0.map { _ in }) }
  }
}

extension RecordOperation {
  /// Returns an update if there is an identifier, otherwise a creation.
  public static func save(_ fields: [String: JSONValue], in className: String, id: String? = nil) -> RecordOperation {
    id.map { .update(in: className, id: $0, fields: fields) } ?? .create(in: className, fields: fields)
  }
}
