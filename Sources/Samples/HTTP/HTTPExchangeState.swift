import Foundation

/// The state of one request and its response: a plain value that takes events and returns once how the request ended.
struct HTTPExchangeState {
  typealias Outcome = Result<HTTPAnswer, HTTPFailure>

  private(set) var isFinished = false
  private var head: HTTPHead?
  private var body = Data()
  private var redirects = 0

  let sizeLimit: Int
  let deadline: Duration
  let redirectPolicy: RedirectPolicy

  init(sizeLimit: Int, deadline: Duration, redirectPolicy: RedirectPolicy = RedirectPolicy()) {
    self.sizeLimit = sizeLimit
    self.deadline = deadline
    self.redirectPolicy = redirectPolicy
  }

  // Each event returns the outcome if it ends the exchange, otherwise nil. After the end, every event returns nil.

  mutating func received(_ head: HTTPHead?) -> Outcome? {
    guard let head else { return finish(.failure(.notHTTP(nil))) }
    guard head.length ?? 0 <= Int64(sizeLimit) else { return finish(.failure(.tooLarge(limit: sizeLimit))) }
    self.head = head
    return nil
  }

  mutating func received(_ data: Data) -> Outcome? {
    // The body never exceeds the limit, whatever length was announced.
    guard data.count <= sizeLimit - body.count else { return finish(.failure(.tooLarge(limit: sizeLimit))) }
    if !isFinished { body.append(data) }
    return nil
  }

  /// The session follows the redirect if this returns nil and the exchange is not finished.
  mutating func redirected(from source: URL?, to destination: URL?) -> Outcome? {
    if let refusal = redirectPolicy.refusal(from: source, to: destination, after: redirects) {
      return finish(.failure(refusal))
    }
    redirects += 1
    return nil
  }

  /// - Parameter head: The head of the response, in case it was not received separately.
  mutating func completed(_ error: (any Error)?, head lastHead: HTTPHead?) -> Outcome? {
    if let error {
      let failure = HTTPFailure(
        error, hasAnswer: head != nil, redirectLimit: redirectPolicy.limit, deadline: deadline)
      return finish(.failure(failure))
    }
    guard let head = head ?? lastHead else { return finish(.failure(.notHTTP(nil))) }
    return finish(.success(HTTPAnswer(head: head, body: body)))
  }

  mutating func reachedDeadline() -> Outcome? {
    finish(.failure(.timedOut(after: deadline)))
  }

  mutating func cancelled() -> Outcome? {
    finish(.failure(.cancelled))
  }

  private mutating func finish(_ outcome: Outcome) -> Outcome? {
    guard !isFinished else { return nil }
    isFinished = true
    body = Data()
    return outcome
  }
}
