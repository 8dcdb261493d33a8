import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The first part of an answer: its status and headers.
struct HTTPHead: Equatable, Sendable {
  var status: Int
  /// As it was sent, with its parameters.
  var contentType: String?
  /// The length that was announced, in bytes.
  var length: Int64?

  init(status: Int, contentType: String? = nil, length: Int64? = nil) {
    self.status = status
    self.contentType = contentType
    self.length = length
  }

  init(_ response: HTTPURLResponse) {
    self.init(
      status: response.statusCode,
      contentType: response.value(forHTTPHeaderField: "Content-Type"),
      length: response.expectedContentLength >= 0 ? response.expectedContentLength : nil)
  }

  /// Whether the body is said to be JSON: `application/json` or a type of its own that ends in `+json`.
  var isJSON: Bool {
    guard let type = contentType?.split(separator: ";").first else { return false }
    let name = type.trimmingCharacters(in: .whitespaces).lowercased()
    return name == "application/json" || name.hasSuffix("+json")
  }
}

/// A whole answer, whatever its status.
struct HTTPAnswer: Equatable, Sendable {
  var head: HTTPHead
  var body: Data
}
