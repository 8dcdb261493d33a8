import Dispatch
import Foundation

/// A small HTTP server on 127.0.0.1, with a port of its own, whose answers a test chooses.
///
///     let server = try LoopbackServer(.json(#"{"results": []}"#))
///     let server = try LoopbackServer { request in request.path == "/a" ? .json("[]") : .http(404) }
///     let server = try LoopbackServer(inTurn: [.closed, .json("{}")])
///     …
///     #expect(server.requests.map(\.path) == ["/classes/Place"])
///
/// The server works on a queue of its own and blocks no thread. Releasing it stops it.
final class LoopbackServer: Sendable {
  fileprivate struct State {
    var script: @Sendable (LoopbackRequest) -> LoopbackAnswer
    var requests: [LoopbackRequest] = []
    var answers: [LoopbackAnswer] = []
    var onRequest: (@Sendable (LoopbackRequest) -> Void)?
    var onDisconnect: (@Sendable () -> Void)?
    var openConnections = 0
    var whenDisconnected: (@Sendable () -> Void)?
  }

  /// `http://127.0.0.1:port`, without a path.
  let url: URL
  fileprivate let core: Core

  /// Answers each request with the result of `script`, which is called on the server's queue.
  init(_ script: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer) throws {
    let (socket, port) = try LoopbackSocket.listen()
    url = LoopbackSocket.url(of: port)
    core = Core(socket, script: script)
    core.start()
  }

  /// Answers every request in the same way.
  convenience init(_ answer: LoopbackAnswer) throws {
    try self.init { _ in answer }
  }

  /// Answers the first request with the first answer, and so on, and all later requests with the last answer.
  convenience init(inTurn answers: [LoopbackAnswer]) throws {
    let rest = Guarded(answers)
    try self.init { _ in
      rest.withLock { rest in
        guard rest.count > 1 else { return rest.first ?? .closed }
        return rest.removeFirst()
      }
    }
  }

  deinit {
    core.shutDown()
  }

  /// All requests so far, in the order in which they came.
  var requests: [LoopbackRequest] { core.state.value.requests }

  /// Called with each request before it is answered, on the server's queue.
  var onRequest: (@Sendable (LoopbackRequest) -> Void)? {
    get { core.state.value.onRequest }
    set { core.state.withLock { $0.onRequest = newValue } }
  }

  /// Called on the server's queue when a connection has ended, whichever end closed it.
  var onDisconnect: (@Sendable () -> Void)? {
    get { core.state.value.onDisconnect }
    set { core.state.withLock { $0.onDisconnect = newValue } }
  }

  /// Calls `completion` once, when no connection is open: at once, or on the server's queue after the last one has
  /// ended.
  func whenDisconnected(_ completion: @escaping @Sendable () -> Void) {
    let isNow = core.state.withLock { state in
      if state.openConnections > 0 { state.whenDisconnected = completion }
      return state.openConnections == 0
    }
    if isNow { completion() }
  }

  /// Ends all connections and refuses new ones.
  func stop() {
    core.shutDown()
  }

  /// The part of the server that lives until the last socket is closed.
  fileprivate final class Core: @unchecked Sendable {
    // Sendable because `connections`, `count`, and `isDown` are accessed only on the serial `queue`; everything else
    // never changes and can be used from any thread.
    let state: Guarded<State>
    /// Entered once for each open socket.
    let sockets = DispatchGroup()
    private let queue = DispatchQueue(label: "LoopbackServer")
    private let listener: any DispatchSourceRead
    private let socket: Int32
    private var connections: [Int: LoopbackConnection] = [:]
    private var count = 0
    private var isDown = false

    init(_ socket: Int32, script: @escaping @Sendable (LoopbackRequest) -> LoopbackAnswer) {
      self.socket = socket
      state = Guarded(State(script: script))
      listener = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
    }

    func start() {
      sockets.enter()
      listener.setEventHandler { [weak self] in self?.acceptAll() }
      listener.setCancelHandler { [socket, sockets] in
        LoopbackSocket.close(socket)
        sockets.leave()
      }
      listener.activate()
    }

    func shutDown() {
      queue.async {
        self.isDown = true
        self.listener.cancel()
        for connection in self.connections.values { connection.close() }
        // From now on, no socket is opened anymore.
        self.sockets.notify(queue: self.queue) {
          // XCTest keeps teardown blocks, and with them the server, until the end of the run.
          let handlers = self.state.withLock { state in
            defer { (state.onRequest, state.onDisconnect) = (nil, nil) }
            return (state.onRequest, state.onDisconnect)
          }
          withExtendedLifetime(handlers) {}
        }
      }
    }

    private func acceptAll() {
      while !isDown, let accepted = LoopbackSocket.accept(socket) {
        count += 1
        let number = count
        sockets.enter()
        state.withLock { $0.openConnections += 1 }
        let connection = LoopbackConnection(
          accepted, number: number, queue: queue, answer: { [state] in Self.answer($0, state) },
          ended: { [weak self, state, sockets] in
            self?.connections[number] = nil
            let (onDisconnect, whenDisconnected) = state.withLock { state in
              state.openConnections -= 1
              let isLast = state.openConnections == 0
              defer { if isLast { state.whenDisconnected = nil } }
              return (state.onDisconnect, isLast ? state.whenDisconnected : nil)
            }
            onDisconnect?()
            whenDisconnected?()
            sockets.leave()
          })
        connections[number] = connection
        connection.start()
      }
    }

    private static func answer(_ request: LoopbackRequest, _ state: Guarded<State>) -> LoopbackAnswer {
      let (script, onRequest) = state.withLock { state in
        state.requests.append(request)
        return (state.script, state.onRequest)
      }
      onRequest?(request)
      let answer = script(request)
      state.withLock { $0.answers.append(answer) }
      return answer
    }
  }
}

/// The log of the server, for failed tests: `#expect(…, "\(server)")`.
extension LoopbackServer: CustomStringConvertible {
  var description: String {
    let (requests, answers, open) = core.state.withLock { ($0.requests, $0.answers, $0.openConnections) }
    let lines = requests.enumerated().map { index, request in
      let answer = index < answers.count ? answers[index].description : "not answered yet"
      return "  connection \(request.connection): \(request.method) \(request.path) → \(answer)"
    }
    return (["\(url), \(open) connections open, \(requests.count) requests"] + lines).joined(separator: "\n")
  }
}

/// A port of 127.0.0.1 where connections are refused. It stays reserved for as long as this object exists.
final class RefusingPort: Sendable {
  /// `http://127.0.0.1:port`, without a path.
  let url: URL
  private let socket: Int32

  init() throws {
    let port: UInt16
    (socket, port) = try LoopbackSocket.bind()
    url = LoopbackSocket.url(of: port)
  }

  deinit {
    LoopbackSocket.close(socket)
  }
}
