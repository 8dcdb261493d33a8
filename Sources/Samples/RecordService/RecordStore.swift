/// A remote store of records that fetches, saves, and deletes them, and answers later.
///
/// Each call answers exactly once, even if it is canceled. `RecordService` is the implementation over HTTP; a test
/// provides its own.
public protocol RecordStore: Sendable {
  /// Fetches the records of a class in which a field has a value, in the order in which the service returns them.
  @discardableResult
  func records(
    of className: String, where field: String, equals value: JSONValue,
    completion: @escaping @Sendable (Result<[Record], ServiceError>) -> Void
  ) -> RequestHandle

  /// Creates a record, or sets fields of the record with the identifier `id`.
  ///
  /// - Parameter completion: Receives the record with its identifier, the fields that were sent, and those that the
  ///   service set.
  @discardableResult
  func save(
    _ fields: [String: JSONValue], in className: String, id: String?,
    completion: @escaping @Sendable (Result<Record, ServiceError>) -> Void
  ) -> RequestHandle

  /// Deletes a record. Deleting a record that does not exist fails with status 404.
  @discardableResult
  func delete(
    id: String, in className: String, completion: @escaping @Sendable (Result<Void, ServiceError>) -> Void
  ) -> RequestHandle
}

extension RecordStore {
  /// Creates a record.
  @discardableResult
  public func save(
    _ fields: [String: JSONValue], in className: String,
    completion: @escaping @Sendable (Result<Record, ServiceError>) -> Void
  ) -> RequestHandle {
    save(fields, in: className, id: nil, completion: completion)
  }
}

// MARK: - The `async` forms

/// Each behaves like the form with a completion handler. Canceling the task cancels the request and throws `cancelled`.
/// If the task is already canceled, nothing is sent.
extension RecordStore {
  /// Fetches the records of a class in which a field has a value.
  public func records(
    of className: String, where field: String, equals value: JSONValue
  ) async throws(ServiceError) -> [Record] {
    try await answer { records(of: className, where: field, equals: value, completion: $0) }
  }

  /// Creates a record, or sets fields of the record with the identifier `id`.
  @discardableResult
  public func save(
    _ fields: [String: JSONValue], in className: String, id: String? = nil
  ) async throws(ServiceError) -> Record {
    try await answer { save(fields, in: className, id: id, completion: $0) }
  }

  /// Deletes a record.
  public func delete(id: String, in className: String) async throws(ServiceError) {
    try await answer { delete(id: id, in: className, completion: $0) }
  }
}
