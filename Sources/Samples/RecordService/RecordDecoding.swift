import Foundation

/// From an answer to records: `{"results": [{"objectId": "x", "name": "value"}]}`.
enum RecordDecoding {
  private static let depthLimit = 64

  static func records(from answer: HTTPAnswer) throws(RecordServiceError) -> [Record] {
    let head = answer.head
    guard (200..<300).contains(head.status) else { throw .badStatus(code: head.status, body: answer.body) }
    guard !answer.body.isEmpty else { throw .emptyAnswer(status: head.status) }
    guard head.isJSON else { throw .wrongContentType(head.contentType) }
    guard case .object(let members) = try json(answer.body) else {
      throw .malformedRecord(path: "", reason: "not an object")
    }
    guard let results = members["results"] else { throw .malformedRecord(path: "results", reason: "missing") }
    guard case .array(let elements) = results else {
      throw .malformedRecord(path: "results", reason: "\(results.kind) instead of an array")
    }
    var records: [Record] = []
    for (index, element) in elements.enumerated() {
      records.append(try record(from: element, at: "results[\(index)]"))
    }
    return records
  }

  private static func json(_ body: Data) throws(RecordServiceError) -> JSONValue {
    let shape = JSONShape(of: body)
    guard !shape.isTruncated else { throw .invalidJSON(reason: "ends too early", underlying: nil) }
    guard shape.depth <= depthLimit else {
      throw .invalidJSON(reason: "nested more than \(depthLimit) deep", underlying: nil)
    }
    do {
      return try JSONDecoder().decode(JSONValue.self, from: body)
    } catch {
      throw .invalidJSON(reason: "not JSON", underlying: error)
    }
  }

  private static func record(from element: JSONValue, at path: String) throws(RecordServiceError) -> Record {
    guard case .object(var fields) = element else {
      throw .malformedRecord(path: path, reason: "\(element.kind) instead of an object")
    }
    guard let identifier = fields.removeValue(forKey: "objectId") else {
      throw .malformedRecord(path: path + ".objectId", reason: "missing")
    }
    guard case .string(let id) = identifier else {
      throw .malformedRecord(path: path + ".objectId", reason: "\(identifier.kind) instead of a string")
    }
    return Record(id: id, fields: fields)
  }
}
