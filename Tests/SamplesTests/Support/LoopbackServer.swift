import Foundation

@testable import Samples

/// A small HTTP server on 127.0.0.1, with a port of its own, whose answers a test chooses.
///
///     let server = try LoopbackServer(.json(#"{"results": []}"#))
///     let server = try LoopbackServer { request in request.path == "/a" ? .json("[]") : .http(404) }
///     let server = try LoopbackServer(.closed, .json("{}"))
///     server.answer(.http(404))
///     …
///     #expect(server.requests.map(\.path) == ["/classes/Place"])
///
/// Each connection has a thread of its own. Releasing the server stops it.
final class LoopbackServer: Sendable {
  private struct State {
    var script: @Sendable (LoopbackRequest) -> LoopbackAnswer
    var exchanges: [(request: LoopbackRequest, answer: LoopbackAnswer)] = []
    var onRequest: (@Sendable (LoopbackRequest) -> Void)?
    var connections: Set<LoopbackSocket> = []
    var isStopped = false
  }

  private let port: UInt16
  private let state: Guarded<State>

  /// Answers each request with the result of `script`, which is called on the thread of the connection.
  init(_ script: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer) throws {
    let listener = try LoopbackSocket.listening()
    port = listener.port ?? 0
    state = Guarded(State(script: script))
    Thread.detachNewThread { [state] in Self.acceptAll(listener, state) }
  }

  /// Answers the first request with the first answer, and so on, and all later requests with the last answer.
  convenience init(_ answers: LoopbackAnswer...) throws { try self.init(Self.inTurn(answers)) }

  /// Answers the requests from now on in the same way.
  func answer(_ answers: LoopbackAnswer...) { state.withLock { $0.script = Self.inTurn(answers) } }

  private static func inTurn(_ answers: [LoopbackAnswer]) -> @Sendable (LoopbackRequest) -> LoopbackAnswer {
    let rest = Guarded(answers)
    return { _ in
      rest.withLock { rest in
        guard rest.count > 1 else { return rest.first ?? .closed }
        return rest.removeFirst()
      }
    }
  }

  deinit { stop() }

  /// `http://127.0.0.1:port`, without a path.
  var url: URL { URL(string: "http://127.0.0.1:\(port)") ?? URL(fileURLWithPath: "/") }

  /// All requests so far, in the order in which they came.
  var requests: [LoopbackRequest] { state.value.exchanges.map(\.request) }

  /// Called with each request before it is answered, on the thread of its connection.
  var onRequest: (@Sendable (LoopbackRequest) -> Void)? {
    get { state.value.onRequest }
    set { state.withLock { $0.onRequest = newValue } }
  }

  /// The number of open connections. One that a client closes is open until its answer is sent.
  var openConnections: Int { state.value.connections.count }

  func stop() {
    let isFirst = state.withLock { state in
      defer { state.isStopped = true }
      // XCTest keeps teardown blocks, and with them the server, until the end of the run.
      state.onRequest = nil
      for connection in state.connections { connection.disconnect() }
      return !state.isStopped
    }
    // The thread that accepts connections notices that it should end.
    if isFirst { try? LoopbackSocket.knock(at: port) }
  }

  private static func acceptAll(_ listener: LoopbackSocket, _ state: Guarded<State>) {
    while let connection = try? listener.nextConnection() {
      let isStopped = state.withLock { state in
        if !state.isStopped { state.connections.insert(connection) }
        return state.isStopped
      }
      guard !isStopped else {
        connection.end()
        return listener.end()
      }
      Thread.detachNewThread { serve(connection, state) }
    }
  }

  private static func serve(_ connection: LoopbackSocket, _ state: Guarded<State>) {
    var received = Data()
    var isOpen = true
    while isOpen {
      if let request = LoopbackRequest.take(from: &received) {
        isOpen = answer(to: request, state).send(to: connection)
      } else if let data = connection.receive() {
        received += data
      } else {
        isOpen = false
      }
    }
    // Before the socket ends, because another one may get its number.
    state.withLock { _ = $0.connections.remove(connection) }
    connection.end()
  }

  private static func answer(to request: LoopbackRequest, _ state: Guarded<State>) -> LoopbackAnswer {
    let answer = state.value.script(request)
    let onRequest = state.withLock { state in
      state.exchanges.append((request, answer))
      return state.onRequest
    }
    onRequest?(request)
    return answer
  }
}

/// The log of the server, for failed tests: `#expect(…, "\(server)")`.
extension LoopbackServer: CustomStringConvertible {
  var description: String {
    let lines = state.value.exchanges.map { "  \($0.request.method) \($0.request.path) → \($0.answer)" }
    return (["\(url), \(openConnections) connections open, \(lines.count) requests"] + lines).joined(separator: "\n")
  }
}
