import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The first part of a response: its status and headers.
struct HTTPHead: Equatable, Sendable {
  var status: Int
  /// The content type as it was sent, with its parameters.
  var contentType: String?
  /// The announced length in bytes.
  var length: Int64?
  /// The caching rules of the server.
  var cacheControl: String?

  init(status: Int, contentType: String? = nil, length: Int64? = nil, cacheControl: String? = nil) {
    self.status = status
    self.contentType = contentType
    self.length = length
    self.cacheControl = cacheControl
  }

  init(_ response: HTTPURLResponse) {
    self.init(
      status: response.statusCode,
      contentType: response.value(forHTTPHeaderField: "Content-Type"),
      length: response.expectedContentLength >= 0 ? response.expectedContentLength : nil,
      cacheControl: response.value(forHTTPHeaderField: "Cache-Control"))
  }

  /// Whether the content type is JSON: `application/json` or a type that ends in `+json`.
  var isJSON: Bool {
    guard let mediaType else { return false }
    return mediaType == "application/json" || mediaType.hasSuffix("+json")
  }

  /// The content type in lowercase, without its parameters.
  var mediaType: String? {
    contentType?.split(separator: ";").first?.trimmingCharacters(in: .whitespaces).lowercased()
  }

  /// Whether the server forbids storing the response.
  var forbidsStoring: Bool {
    cacheControl?.lowercased().split(separator: ",").contains { $0.trimmingCharacters(in: .whitespaces) == "no-store" }
      ?? false
  }
}

/// A complete response with any status.
struct HTTPAnswer: Equatable, Sendable {
  var head: HTTPHead
  var body: Data
  /// How many times the request was sent until this response came.
  var attempts = 1

  var isSuccess: Bool { (200..<300).contains(head.status) }
}
