import Foundation

/// Decodes records from responses. Every error names the path of the invalid value in the response.
enum RecordDecoding {
  /// Decodes `{"results": [{"objectId": "x", "name": "value"}]}`.
  static func records(from answer: HTTPAnswer) throws(RecordServiceError) -> [Record] {
    guard case .object(let members) = try json(of: answer) else { throw malformed("", "not an object") }
    guard let results = members["results"] else { throw malformed("results", "missing") }
    guard case .array(let elements) = results else {
      throw malformed("results", "\(results.kind) instead of an array")
    }
    var records: [Record] = []
    for (index, element) in elements.enumerated() {
      records.append(try record(from: element, at: "results[\(index)]"))
    }
    return records
  }

  /// Returns the record after an operation; nil if the operation deleted it.
  static func record(from answer: HTTPAnswer, after operation: RecordOperation) throws(RecordServiceError) -> Record? {
    if case .delete = operation {
      // A second attempt found nothing: the first attempt succeeded, and only its response was lost.
      if answer.isSuccess || answer.head.status == 404 && answer.attempts > 1 { return nil }
      throw .badStatus(code: answer.head.status, body: answer.body)
    }
    return try record(from: try json(of: answer), after: operation, at: "")
  }

  /// Decodes `[{"success": {…}}, {"error": {"code": 1, "error": "text"}}]`, one entry for each operation.
  static func results(
    from answer: HTTPAnswer, after operations: [RecordOperation]
  ) throws(RecordServiceError) -> [Result<Record?, RecordServiceError>] {
    guard case .array(let entries) = try json(of: answer) else { throw malformed("", "not an array") }
    guard entries.count == operations.count else {
      throw malformed("", "\(entries.count) results of \(operations.count) operations")
    }
    var results: [Result<Record?, RecordServiceError>] = []
    for (index, (entry, operation)) in zip(entries, operations).enumerated() {
      results.append(try result(from: entry, after: operation, at: "[\(index)]"))
    }
    return results
  }

  // MARK: Parts

  private static func json(of answer: HTTPAnswer) throws(RecordServiceError) -> JSONValue {
    let head = answer.head
    guard answer.isSuccess else { throw .badStatus(code: head.status, body: answer.body) }
    guard !answer.body.isEmpty else { throw .emptyAnswer(status: head.status) }
    guard head.isJSON else { throw .wrongContentType(head.contentType) }
    do {
      return try JSONValue(text: answer.body)
    } catch {
      throw .invalidJSON(reason: error.reason, underlying: error.underlying)
    }
  }

  private static func record(from element: JSONValue, at path: String) throws(RecordServiceError) -> Record {
    guard case .object(var fields) = element else { throw malformed(path, "\(element.kind) instead of an object") }
    guard let identifier = fields.removeValue(forKey: "objectId") else {
      throw malformed(path + ".objectId", "missing")
    }
    guard case .string(let id) = identifier else {
      throw malformed(path + ".objectId", "\(identifier.kind) instead of a string")
    }
    return Record(id: id, fields: fields)
  }

  /// Combines the fields that were sent with the fields that the service set.
  private static func record(
    from element: JSONValue, after operation: RecordOperation, at path: String
  ) throws(RecordServiceError) -> Record? {
    guard case .object(var members) = element else { throw malformed(path, "\(element.kind) instead of an object") }
    let identifier = members.removeValue(forKey: "objectId")
    switch operation {
    case .delete:
      return nil
    case .update(_, let id, let fields):
      return Record(id: id, fields: fields.merging(members) { _, new in new })
    case .create(_, let fields):
      let place = path.isEmpty ? "objectId" : path + ".objectId"
      guard let identifier else { throw malformed(place, "missing") }
      guard case .string(let id) = identifier else { throw malformed(place, "\(identifier.kind) instead of a string") }
      return Record(id: id, fields: fields.merging(members) { _, new in new })
    }
  }

  private static func result(
    from entry: JSONValue, after operation: RecordOperation, at path: String
  ) throws(RecordServiceError) -> Result<Record?, RecordServiceError> {
    guard case .object(let members) = entry else { throw malformed(path, "\(entry.kind) instead of an object") }
    if let success = members["success"] {
      return .success(try record(from: success, after: operation, at: path + ".success"))
    }
    guard case .object(let fault)? = members["error"] else { throw malformed(path, "neither success nor error") }
    guard case .integer(let code)? = fault["code"] else { throw malformed(path + ".error.code", "no integer") }
    guard case .string(let message)? = fault["error"] else { throw malformed(path + ".error.error", "no string") }
    return .failure(.rejected(code: code, message: message))
  }

  private static func malformed(_ path: String, _ reason: String) -> RecordServiceError {
    .malformedRecord(path: path, reason: reason)
  }
}
