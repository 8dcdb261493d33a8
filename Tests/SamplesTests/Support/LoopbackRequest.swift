import Foundation

/// A request as the loopback server received it.
struct LoopbackRequest: Equatable, Sendable {
  var method: String
  /// The path without the query and without escapes.
  var path: String
  /// The query items without escapes.
  var query: [String: String]
  /// The headers, by lowercase name.
  var headers: [String: String]
  var body: Data
  /// The number of its connection, counted from 1.
  var connection: Int

  /// Takes the first complete request from the front of `buffer`. Returns nil, and leaves the buffer unchanged, if
  /// there is none.
  static func take(from buffer: inout Data, connection: Int) -> LoopbackRequest? {
    guard let end = buffer.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let head = String(decoding: buffer[..<end.lowerBound], as: UTF8.self)
    var lines = head.components(separatedBy: "\r\n")
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
    let target = requestLine[1].split(separator: "?", maxSplits: 1)
    return LoopbackRequest(
      method: String(requestLine[0]), path: unescaped(target.first ?? "/"),
      query: target.count > 1 ? query(in: target[1]) : [:], headers: headers, body: body, connection: connection)
  }

  private static func query(in text: Substring) -> [String: String] {
    text.split(separator: "&").reduce(into: [:]) { query, item in
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      query[unescaped(parts[0])] = parts.count > 1 ? unescaped(parts[1]) : ""
    }
  }

  /// Decodes escapes like servers do: `+` also means a space.
  private static func unescaped(_ text: Substring) -> String {
    let spaced = text.replacing("+", with: " ")
    return String(spaced).removingPercentEncoding ?? String(text)
  }
}
