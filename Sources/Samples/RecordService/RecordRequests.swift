import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Builds the HTTP requests for queries and operations.
struct RecordRequests {
  /// The HTTP URL of the service; the paths of the classes begin here.
  let base: URL

  /// Builds `GET {base}/classes/{class}?where={…}&order=name,-visits&limit=20&skip=40`.
  func request(for query: RecordQuery) throws(RecordServiceError) -> URLRequest {
    var items: [String] = []
    if !query.conditions.isEmpty { items.append("where=" + Self.escaped(try Self.text(.object(query.conditions)))) }
    if !query.order.isEmpty { items.append("order=" + Self.escaped(try Self.text(query.order))) }
    if let limit = query.limit { items.append("limit=\(try Self.count(limit, "limit"))") }
    if query.skip != 0 { items.append("skip=\(try Self.count(query.skip, "skip"))") }
    return try request(path: try path(to: query.className), query: items.joined(separator: "&"))
  }

  func request(for operation: RecordOperation) throws(RecordServiceError) -> URLRequest {
    let (method, path, fields) = try parts(of: operation)
    return try request(method, path: path, body: fields.map { .object($0) })
  }

  /// Builds `POST {base}/batch`, with one entry for each operation.
  func request(for batch: [RecordOperation]) throws(RecordServiceError) -> URLRequest {
    var entries: [JSONValue] = []
    for operation in batch {
      let (method, path, fields) = try parts(of: operation)
      var entry: [String: JSONValue] = ["method": .string(method), "path": .string("/" + path)]
      entry["body"] = fields.map { .object($0) }
      entries.append(.object(entry))
    }
    return try request("POST", path: "batch", body: .object(["requests": .array(entries)]))
  }

  // MARK: Parts

  private func parts(
    of operation: RecordOperation
  ) throws(RecordServiceError) -> (method: String, path: String, fields: [String: JSONValue]?) {
    switch operation {
    case .create(let className, let fields): ("POST", try path(to: className), fields)
    case .update(let className, let id, let fields): ("PUT", try path(to: className, id: id), fields)
    case .delete(let className, let id): ("DELETE", try path(to: className, id: id), nil)
    }
  }

  private func path(to className: String, id: String? = nil) throws(RecordServiceError) -> String {
    // A URL would treat these names as path steps.
    for name in [className, id].compactMap({ $0 }) where ["", ".", ".."].contains(name) {
      throw .invalidRequest(reason: "no class or record is called \"\(name)\"")
    }
    return "classes/" + Self.escaped(className) + (id.map { "/" + Self.escaped($0) } ?? "")
  }

  private func request(
    _ method: String = "GET", path: String, query: String = "", body: JSONValue? = nil
  ) throws(RecordServiceError) -> URLRequest {
    guard ["http", "https"].contains(base.scheme?.lowercased()), base.host?.isEmpty == false else {
      throw .invalidRequest(reason: "the base URL is not an HTTP one")
    }
    guard var components = URLComponents(url: base, resolvingAgainstBaseURL: true) else {
      throw .invalidRequest(reason: "the base URL has no parts")
    }
    let basePath = components.percentEncodedPath
    components.percentEncodedPath = basePath + (basePath.hasSuffix("/") ? "" : "/") + path
    components.percentEncodedQuery = query.isEmpty ? nil : query
    components.fragment = nil
    guard let url = components.url else { throw .invalidRequest(reason: "not a URL") }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    if let body {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(try Self.text(body).utf8)
    }
    return request
  }

  private static func text(_ value: JSONValue) throws(RecordServiceError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      throw .invalidRequest(reason: "a value cannot be written as JSON")
    }
  }

  private static func text(_ order: [RecordQuery.Order]) throws(RecordServiceError) -> String {
    var fields: [String] = []
    for entry in order {
      let (sign, field) =
        switch entry {
        case .ascending(let field): ("", field)
        case .descending(let field): ("-", field)
        }
      // The query syntax gives these characters a meaning.
      guard !field.isEmpty, !field.hasPrefix("-"), !field.contains(",") else {
        throw .invalidRequest(reason: "records cannot be sorted by \"\(field)\"")
      }
      fields.append(sign + field)
    }
    return fields.joined(separator: ",")
  }

  private static func count(_ value: Int, _ name: String) throws(RecordServiceError) -> Int {
    guard value >= 0 else { throw .invalidRequest(reason: "\(name) is negative") }
    return value
  }

  /// Percent-encodes all characters except those that are never special in a URL. Foundation's own sets leave `+`,
  /// which servers read as a space.
  private static func escaped(_ text: String) -> String {
    text.utf8.reduce(into: "") { result, byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "~"):
        result.append(Character(Unicode.Scalar(byte)))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += digits.count == 1 ? "%0" + digits : "%" + digits
      }
    }
  }
}
