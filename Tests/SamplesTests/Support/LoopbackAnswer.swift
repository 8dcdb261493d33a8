import Expectations
import Foundation

/// The server's reaction to a request, as a list of steps, so that a test can produce any fault of a server.
struct LoopbackAnswer: Sendable {
  enum Step: Sendable {
    case send(Data)
    /// Sends the data repeatedly, with pauses, as long as the other end accepts it.
    case sendForever(Data, every: Duration)
    case pause(Duration)
    case wait(Expectation<Void>)
    case close
    /// Closes the connection with an error for the other end.
    case reset
    /// Keeps the connection open and does nothing more.
    case hang
  }

  /// The steps. After the last one, the connection waits for its next request.
  var steps: [Step]

  static func http(_ status: Int, headers: [String: String] = [:], body: Data = Data()) -> LoopbackAnswer {
    let headers = headers.merging(["Content-Length": "\(body.count)"]) { given, _ in given }
    return LoopbackAnswer(steps: [.send(head(status, headers) + body)])
  }

  static func json(_ text: String, status: Int = 200) -> LoopbackAnswer {
    http(status, headers: ["Content-Type": "application/json; charset=utf-8"], body: Data(text.utf8))
  }

  static func image(_ data: Data, type: String?, status: Int = 200) -> LoopbackAnswer {
    http(status, headers: type.map { ["Content-Type": $0] } ?? [:], body: data)
  }

  static let png = image(pngData, type: "image/png")

  /// The smallest PNG image: one transparent pixel.
  static let pngData =
    Data(
      base64Encoded:
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACklEQVR4nGMAAQAABQABDQottAAAAABJRU5ErkJggg==") ?? Data()

  static func redirect(to location: String, status: Int = 302) -> LoopbackAnswer {
    http(status, headers: ["Location": location])
  }

  /// Waits before the first byte.
  func delayed(by duration: Duration) -> LoopbackAnswer { LoopbackAnswer(steps: [.pause(duration)] + steps) }

  /// Sends nothing until the test fulfills `proceed`.
  func held(until proceed: Expectation<Void>) -> LoopbackAnswer { LoopbackAnswer(steps: [.wait(proceed)] + steps) }

  /// Sends nothing and keeps the connection open.
  static let silence = LoopbackAnswer(steps: [.hang])
  /// Closes the connection before the first byte.
  static let closed = LoopbackAnswer(steps: [.close])
  /// Resets the connection before the first byte.
  static let reset = LoopbackAnswer(steps: [.reset])

  /// Sends these bytes unchanged, then closes the connection.
  static func raw(_ text: String) -> LoopbackAnswer { LoopbackAnswer(steps: [.send(Data(text.utf8)), .close]) }

  /// Announces JSON with the length of `text`, sends only its first `count` bytes, then ends the connection.
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
  /// It has pauses: on Linux, a body without pauses keeps all sessions of the process from doing anything else, even
  /// from canceling it.
  static let endlessJSON = LoopbackAnswer(steps: [
    .send(head(200, ["Content-Type": "application/json", "Connection": "close"])),
    .sendForever(Data(repeating: UInt8(ascii: " "), count: 65_536), every: .milliseconds(2)),
  ])

  /// A chunked body in which the length of a chunk is not a number.
  static let badChunk = LoopbackAnswer(steps: [
    .send(head(200, ["Content-Type": "application/json", "Transfer-Encoding": "chunked"])),
    .send(Data("5\r\n{\"res\r\nzz\r\nnonsense\r\n".utf8)), .close,
  ])

  private static func head(_ status: Int, _ headers: [String: String]) -> Data {
    let lines = headers.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }
    return Data("HTTP/1.1 \(status) Status\r\n\(lines.joined())\r\n".utf8)
  }

  /// Takes all steps. Returns false if the connection has to end after them.
  func send(to connection: LoopbackSocket) -> Bool {
    for step in steps {
      switch step {
      case .send(let data):
        guard connection.write(data) else { return false }
      case .sendForever(let data, let pause):
        while connection.write(data) { Thread.sleep(forTimeInterval: pause / .seconds(1)) }
      case .pause(let duration):
        // A server that is slow.
        Thread.sleep(forTimeInterval: duration / .seconds(1))
      case .wait(let proceed):
        proceed.wait(timeout: .seconds(60))
      case .close:
        return false
      case .reset:
        connection.resetAtEnd()
        return false
      case .hang:
        while connection.receive() != nil {}
      }
    }
    return true
  }
}

/// The text for failed tests.
extension LoopbackAnswer: CustomStringConvertible {
  var description: String {
    steps.map { if case .send(let data) = $0 { "send \(data.count)" } else { "\($0)" } }.joined(separator: ", ")
  }
}
