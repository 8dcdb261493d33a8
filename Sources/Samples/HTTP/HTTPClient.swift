import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One long-lived session, and the deadlines, limits and redirect policy of the requests sent over it.
///
/// Requests under way when it is released go on and are answered; the session goes with the last of them.
///
/// Two things that no client of a session can help on Linux (Swift 6.3): a server that closes the connection in the
/// middle of the head of its answer ends the process, and a body that comes without a pause keeps every session of the
/// process busy until it ends, though deadlines are kept and completion handlers called.
final class HTTPClient: Sendable {
  private let session: URLSession
  private let delegate = HTTPSessionDelegate()
  /// Of its own: a session's limit for a whole request is not kept to on every platform.
  private let timers = DispatchQueue(label: "Samples.HTTPClient.deadlines", qos: .userInitiated)

  /// Creates and starts tasks: on Linux both wait for the one queue that all sessions of the process work on, so that
  /// a busy session could hold up whoever sends a request on another.
  private let starting = DispatchQueue(label: "Samples.HTTPClient.starting", qos: .userInitiated)

  init() {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  /// Sends `request`, and again as `retries` allows.
  ///
  /// - Parameters:
  ///   - deadline: For everything from this call to the last byte of the answer, redirects and retries included.
  ///   - sizeLimit: The most bytes of body that are accepted.
  ///   - completion: Called exactly once, on any thread, with a whole answer of whatever status, or why there is none.
  func send(
    _ request: URLRequest, deadline: Duration, sizeLimit: Int, retries: RetryPolicy = .never,
    completion: @escaping HTTPExchange.Completion
  ) -> RequestHandle {
    let attempts = HTTPAttempts(deadline: deadline, policy: retries, timers: timers, completion: completion) {
      self.attempt(request, deadline: $0, sizeLimit: sizeLimit, completion: $1)
    }
    attempts.begin()
    return RequestHandle { attempts.cancel() }
  }

  private func attempt(
    _ request: URLRequest, deadline: Duration, sizeLimit: Int, completion: @escaping HTTPExchange.Completion
  ) -> HTTPExchange {
    let exchange = HTTPExchange(
      HTTPExchangeState(sizeLimit: sizeLimit, deadline: deadline), completion: completion)
    exchange.begin(timers: timers)
    // Holds this client, which no task can be made without.
    starting.async { self.start(request, for: exchange) }
    return exchange
  }

  private func start(_ request: URLRequest, for exchange: HTTPExchange) {
    if exchange.isFinished { return }
    var request = request
    // The session's own limit is for each pause between bytes; ours always comes first.
    request.timeoutInterval = 86_400
    let task = session.dataTask(with: request)
    let identifier = task.taskIdentifier
    delegate.add(exchange, for: identifier)
    let isToRun = exchange.attach { [delegate, queue = session.delegateQueue] in
      delegate.remove(identifier)
      // In turn with what the delegate is told, which relies on it: see the redirects there.
      queue.addOperation { task.cancel() }
    }
    if isToRun { task.resume() }
  }
}
