import Foundation

/// What the loopback server does with a request: a list of steps, so that anything a server can do wrong can be asked
/// for.
struct LoopbackAnswer: Sendable {
  enum Step: Sendable {
    case send(Data)
    /// Sends this again and again, with pauses, as long as the other end takes it.
    case sendForever(Data, every: Duration)
    case pause(Duration)
    case wait(LoopbackGate)
    /// Says that nothing more will be sent, and goes on listening.
    case endSending
    /// Ends the connection in good order.
    case close
    /// Ends the connection with an error for the other end.
    case reset
    /// Keeps the connection open and never does anything more.
    case hang
  }

  /// At the end of the steps the connection waits for its next request.
  var steps: [Step]

  // MARK: As it should be

  static func http(
    _ status: Int, headers: [String: String] = [:], body: Data = Data()
  ) -> LoopbackAnswer {
    let headers = headers.merging(["Content-Length": "\(body.count)"]) { given, _ in given }
    return LoopbackAnswer(steps: [.send(head(status, headers) + body)])
  }

  static func json(_ text: String, status: Int = 200) -> LoopbackAnswer {
    http(status, headers: ["Content-Type": "application/json; charset=utf-8"], body: Data(text.utf8))
  }

  /// Success with nothing in it, which has no length either.
  static let noContent = LoopbackAnswer(steps: [.send(head(204, [:]))])

  static func redirect(to location: String, status: Int = 302) -> LoopbackAnswer {
    http(status, headers: ["Location": location])
  }

  // MARK: As it should not be

  /// Never a byte, and the connection stays open.
  static let silence = LoopbackAnswer(steps: [.hang])
  /// The connection is closed before the first byte.
  static let closed = LoopbackAnswer(steps: [.close])
  /// The connection is reset before the first byte.
  static let reset = LoopbackAnswer(steps: [.reset])

  /// These bytes as they are, then the end of the connection.
  static func raw(_ text: String) -> LoopbackAnswer {
    LoopbackAnswer(steps: [.send(Data(text.utf8)), .close])
  }

  /// Announces JSON of the length of `text` and sends only the first `count` bytes of it, then ends the connection.
  static func json(_ text: String, cutTo count: Int, endingWith end: Step = .close) -> LoopbackAnswer {
    let headers = ["Content-Type": "application/json", "Content-Length": "\(text.utf8.count)"]
    return LoopbackAnswer(steps: [.send(head(200, headers) + Data(text.utf8.prefix(count))), end])
  }

  /// Sends the head at once and the body byte by byte, with a pause before each.
  static func json(_ text: String, drippingEvery pause: Duration) -> LoopbackAnswer {
    let headers = ["Content-Type": "application/json", "Content-Length": "\(text.utf8.count)"]
    let body = text.utf8.flatMap { [Step.pause(pause), .send(Data([$0]))] }
    return LoopbackAnswer(steps: [.send(head(200, headers))] + body)
  }

  /// A body without an end and without a length.
  ///
  /// With pauses: on Linux, a body that never lets up keeps all sessions of the process from doing anything else, even
  /// from giving it up.
  static let endlessJSON = LoopbackAnswer(steps: [
    .send(head(200, ["Content-Type": "application/json", "Connection": "close"])),
    .sendForever(Data(repeating: UInt8(ascii: " "), count: 65_536), every: .milliseconds(2)),
  ])

  /// Chunked, with a chunk whose length is no number.
  static let badChunk = LoopbackAnswer(steps: [
    .send(head(200, ["Content-Type": "application/json", "Transfer-Encoding": "chunked"])),
    .send(Data("5\r\n{\"res\r\nzz\r\nnonsense\r\n".utf8)), .close,
  ])

  /// Said to be compressed, and is not.
  static let badGzip = http(
    200, headers: ["Content-Type": "application/json", "Content-Encoding": "gzip"],
    body: Data("this is no gzip data".utf8))

  static func head(_ status: Int, _ headers: [String: String]) -> Data {
    let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
    return Data("HTTP/1.1 \(status) Status\r\n\(lines.joined())\r\n".utf8)
  }
}
