import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One session with a long life, and the deadlines and limits of the requests sent over it.
///
/// When the client is released, requests under way continue and are answered. The session ends with the last of them.
///
/// No client of a session can avoid two problems on Linux (Swift 6.3): a server that closes the connection in the
/// middle of the response head ends the process; and a body that arrives without a pause keeps every session of the
/// process busy until it ends, although deadlines are kept and completion handlers are called.
final class HTTPClient: Sendable {
  private let session: URLSession
  private let delegate = HTTPSessionDelegate()
  /// A queue for the client's own deadlines: not every platform enforces a session's limit for a whole request.
  private let timers = DispatchQueue(label: "Samples.HTTPClient.deadlines", qos: .userInitiated)

  /// Creates and starts tasks. On Linux both wait for the one queue that all sessions of the process share, so a busy
  /// session could block the thread that sends a request on another session.
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

  /// Sends `request`.
  ///
  /// - Parameters:
  ///   - deadline: The time from this call to the last byte of the response, including redirects. With zero or less,
  ///     nothing is sent.
  ///   - sizeLimit: The maximum size of the body, in bytes.
  ///   - completion: Called exactly once, on any thread, with a complete response of any status, or with the failure.
  func send(
    _ request: URLRequest, deadline: Duration, sizeLimit: Int, completion: @escaping HTTPExchange.Completion
  ) -> RequestHandle {
    let exchange = HTTPExchange(deadline: deadline, sizeLimit: sizeLimit, completion: completion)
    if deadline > .zero {
      // The timer does not hold the exchange: after the end, nothing does.
      timers.asyncAfter(deadline: .now() + deadline.dispatchInterval) { [weak exchange] in exchange?.timeOut() }
      // The block holds this client, because a task cannot be created without it.
      starting.async { self.start(request, for: exchange) }
    } else {
      exchange.timeOut()
    }
    return RequestHandle { exchange.cancel() }
  }

  private func start(_ request: URLRequest, for exchange: HTTPExchange) {
    if exchange.isFinished { return }
    var request = request
    // The session's own limit applies to each pause between bytes. The client's limit always comes first.
    request.timeoutInterval = 86_400
    let task = session.dataTask(with: request)
    let identifier = task.taskIdentifier
    delegate.add(exchange, for: identifier)
    let isToRun = exchange.attach { [delegate, queue = session.delegateQueue] in
      delegate.remove(identifier)
      // The cancellation runs on the delegate's queue, in turn with the delegate's calls. The handling of redirects
      // relies on that.
      queue.addOperation { task.cancel() }
    }
    if isToRun { task.resume() }
  }
}

extension Duration {
  /// The duration in a form that Dispatch can add to a point in time: at most a hundred years.
  fileprivate var dispatchInterval: DispatchTimeInterval {
    .nanoseconds(Int(min(self, .seconds(3_155_760_000)) / .nanoseconds(1)))
  }
}

extension URL {
  /// Whether the URL names a host to which a request can be sent.
  var isHTTP: Bool { ["http", "https"].contains(scheme?.lowercased()) && host?.isEmpty == false }
}
