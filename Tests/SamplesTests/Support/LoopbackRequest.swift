import Foundation

struct LoopbackRequest: Equatable, Sendable {
  var method: String
  /// The path without the query and without escapes.
  var path: String
  /// The query items without escapes.
  var query: [String: String]
  /// The headers, by lowercase name.
  var headers: [String: String]
  var body: Data

  /// Takes the first complete request from the front of `buffer`. Returns nil, and leaves the buffer unchanged, if
  /// there is none.
  static func take(from buffer: inout Data) -> LoopbackRequest? {
    guard let end = buffer.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    var lines = String(decoding: buffer[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let requestLine = lines.removeFirst().split(separator: " ")
    guard requestLine.count == 3 else { return nil }
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      headers[line[..<colon].lowercased()] = value
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    guard buffer.endIndex - end.upperBound >= length else { return nil }
    let bodyEnd = end.upperBound + length
    let body = Data(buffer[end.upperBound..<bodyEnd])
    buffer = Data(buffer[bodyEnd...])
    // Servers take `+` for a space, too.
    let target = URLComponents(string: String(requestLine[1].replacing("+", with: "%20")))
    let query = (target?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
    return LoopbackRequest(
      method: String(requestLine[0]), path: target?.path ?? String(requestLine[1]),
      query: Dictionary(query) { $1 }, headers: headers, body: body)
  }
}
