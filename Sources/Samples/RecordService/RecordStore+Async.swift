/// The `async` forms. Each behaves like the form with a completion handler. Canceling the task cancels the request and
/// throws `cancelled`. If the task is already canceled, nothing is sent.
extension RecordStore {
  /// Fetches records.
  public func records(matching query: RecordQuery) async throws(RecordServiceError) -> [Record] {
    try await answer(cancelled: RecordServiceError.cancelled) { records(matching: query, completion: $0) }
  }

  /// Fetches the records of a class in which a field has a value.
  public func records(
    of className: String, where field: String, equals value: JSONValue
  ) async throws(RecordServiceError) -> [Record] {
    try await records(matching: RecordQuery(className, where: [field: value]))
  }

  /// Creates a record, or sets fields of the record with the identifier `id`.
  @discardableResult
  public func save(
    _ fields: [String: JSONValue], in className: String, id: String? = nil
  ) async throws(RecordServiceError) -> Record {
    try await answer(cancelled: RecordServiceError.cancelled) { save(fields, in: className, id: id, completion: $0) }
  }

  /// Deletes a record.
  public func delete(id: String, in className: String) async throws(RecordServiceError) {
    try await answer(cancelled: RecordServiceError.cancelled) { delete(id: id, in: className, completion: $0) }
  }

  /// Carries out one operation.
  @discardableResult
  public func perform(_ operation: RecordOperation) async throws(RecordServiceError) -> Record? {
    try await answer(cancelled: RecordServiceError.cancelled) { perform(operation, completion: $0) }
  }

  /// Carries out several operations in one request.
  @discardableResult
  public func perform(
    _ operations: [RecordOperation]
  ) async throws(RecordServiceError) -> [Result<Record?, RecordServiceError>] {
    try await answer(cancelled: RecordServiceError.cancelled) { perform(operations, completion: $0) }
  }
}
