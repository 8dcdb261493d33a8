import Foundation

/// A port of 127.0.0.1 where connections are refused. It stays reserved for as long as this object exists.
final class RefusingPort: Sendable {
  /// `http://127.0.0.1:port`, without a path.
  let url: URL
  private let socket: Int32

  init() throws {
    let (socket, port) = try LoopbackSocket.bind()
    guard let url = URL(string: "http://127.0.0.1:\(port)") else {
      LoopbackSocket.close(socket)
      throw LoopbackSocket.Failure(call: "URL", code: 0)
    }
    self.socket = socket
    self.url = url
  }

  deinit {
    LoopbackSocket.close(socket)
  }
}
