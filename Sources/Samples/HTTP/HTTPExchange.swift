import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request and its response. The first event that ends it stops the transfer and calls the completion handler, on
/// the thread of that event; all later events do nothing.
final class HTTPExchange: Sendable {
  typealias Completion = @Sendable (Result<HTTPAnswer, ServiceError>) -> Void

  private struct State: Sendable {
    /// The completion handler; nil after the end.
    var completion: Completion?
    var stop: (@Sendable () -> Void)?
    var response: HTTPURLResponse?
    var body = Data()
    var redirects = 0
  }

  private static let redirectLimit = 5

  private let deadline: Duration
  private let sizeLimit: Int
  private let state: Locked<State>

  init(deadline: Duration, sizeLimit: Int, completion: @escaping Completion) {
    self.deadline = deadline
    self.sizeLimit = sizeLimit
    state = Locked(State(completion: completion))
  }

  var isFinished: Bool { state.withLock { $0.completion == nil } }

  func timeOut() { finish(.failure(.timedOut(after: deadline))) }

  func cancel() { finish(.failure(.cancelled)) }

  /// Attaches a transfer that is about to start. Returns false if the exchange has already ended and the transfer must
  /// not start.
  ///
  /// - Parameter stop: Called once, when the exchange has ended and accepts no more events.
  func attach(stop: @escaping @Sendable () -> Void) -> Bool {
    let isTaken = state.withLock { state in
      guard state.completion != nil else { return false }
      state.stop = stop
      return true
    }
    if !isTaken { stop() }
    return isTaken
  }

  // MARK: Events of the session

  /// Returns whether the exchange continues.
  func received(_ response: URLResponse) -> Bool {
    guard let response = response as? HTTPURLResponse else {
      finish(.failure(.notHTTP(nil)))
      return false
    }
    if response.expectedContentLength > Int64(sizeLimit) { finish(.failure(.tooLarge(limit: sizeLimit))) }
    return state.withLock { state in
      state.response = response
      return state.completion != nil
    }
  }

  func received(_ data: Data) {
    let fits = state.withLock { state in
      // The body never exceeds the limit, whatever length was announced.
      guard state.completion != nil, data.count <= sizeLimit - state.body.count else { return false }
      state.body.append(data)
      return true
    }
    if !fits { finish(.failure(.tooLarge(limit: sizeLimit))) }
  }

  /// Returns whether to follow the redirect: only a few, over HTTP, and never from an encrypted connection to an
  /// unencrypted one.
  func redirected(from source: URL?, to destination: URL?) -> Bool {
    let count = state.withLock { state in
      state.redirects += 1
      return state.redirects
    }
    switch (source?.scheme?.lowercased(), destination?.scheme?.lowercased()) {
    case (_, "https") where count <= Self.redirectLimit, ("http", "http") where count <= Self.redirectLimit: break
    default: finish(.failure(.redirectRefused(to: destination)))
    }
    return !isFinished
  }

  /// - Parameter lastResponse: The response, in case it was not received separately.
  func completed(_ error: (any Error)?, response lastResponse: URLResponse?) {
    let (response, body) = state.withLock { ($0.response, $0.body) }
    if let error {
      finish(.failure(ServiceError(error, hasAnswer: response != nil, deadline: deadline)))
    } else if let response = response ?? lastResponse as? HTTPURLResponse {
      finish(.success(HTTPAnswer(response: response, body: body)))
    } else {
      finish(.failure(.notHTTP(nil)))
    }
  }

  private func finish(_ result: Result<HTTPAnswer, ServiceError>) {
    let held = state.withLock { state in
      defer { state = State() }
      return state
    }
    held.stop?()
    held.completion?(result)
  }
}
