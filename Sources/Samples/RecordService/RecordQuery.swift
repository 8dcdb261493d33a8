import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which records are asked for: those of a class whose field has a value.
struct RecordQuery: Sendable {
  let className: String
  let field: String
  let value: JSONValue

  /// `GET {base}/classes/{className}?where={"field":value}`.
  func request(base: URL) throws(RecordServiceError) -> URLRequest {
    guard ["http", "https"].contains(base.scheme?.lowercased()), base.host?.isEmpty == false else {
      throw .invalidQuery(reason: "the base URL is not an HTTP one")
    }
    // These would be taken for steps in the path.
    guard !["", ".", ".."].contains(className) else {
      throw .invalidQuery(reason: "no class is called \"\(className)\"")
    }
    guard var components = URLComponents(url: base, resolvingAgainstBaseURL: true) else {
      throw .invalidQuery(reason: "the base URL has no parts")
    }
    let path = components.percentEncodedPath
    components.percentEncodedPath = path + (path.hasSuffix("/") ? "" : "/") + "classes/" + Self.escaped(className)
    components.percentEncodedQuery = "where=" + Self.escaped(try condition())
    components.fragment = nil
    guard let url = components.url else { throw .invalidQuery(reason: "not a URL") }
    var request = URLRequest(url: url)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    return request
  }

  private func condition() throws(RecordServiceError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode([field: value]), as: UTF8.self)
    } catch {
      throw .invalidQuery(reason: "the value of \(field) cannot be written as JSON")
    }
  }

  /// Escapes all but what never means anything in a URL. Foundation's own sets leave `+`, which servers read as a space.
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
