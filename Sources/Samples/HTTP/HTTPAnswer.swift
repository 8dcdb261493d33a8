import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A complete response with any status.
struct HTTPAnswer: Sendable {
  var response: HTTPURLResponse
  var body: Data

  /// The content type as it was sent, with its parameters.
  var contentType: String? { response.value(forHTTPHeaderField: "Content-Type") }

  /// The content type in lowercase, without its parameters.
  var mediaType: String {
    contentType?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased() ?? ""
  }

  /// Whether the server forbids storing the response.
  var forbidsStoring: Bool {
    (response.value(forHTTPHeaderField: "Cache-Control") ?? "").lowercased().split(separator: ",")
      .contains { $0.trimmingCharacters(in: .whitespaces) == "no-store" }
  }

  func checkSuccess() throws(ServiceError) {
    guard (200..<300).contains(response.statusCode) else {
      throw .badStatus(code: response.statusCode, body: body)
    }
  }

  /// Decodes the JSON body of a successful response.
  func decoded<Value: Decodable>(_ type: Value.Type) throws(ServiceError) -> Value {
    try checkSuccess()
    guard mediaType == "application/json" || mediaType.hasSuffix("+json") else {
      throw .wrongContentType(contentType)
    }
    return try .init(json: body)
  }
}

extension Decodable {
  /// Decodes JSON text.
  init(json text: Data) throws(ServiceError) {
    do {
      self = try JSONDecoder().decode(Self.self, from: text)
    } catch {
      let (path, reason) = (error as? DecodingError)?.whereAndWhy ?? ("", String(describing: error))
      throw .malformed(path: path, reason: reason)
    }
  }
}
