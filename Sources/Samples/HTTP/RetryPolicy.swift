import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Decides which attempts to repeat, and after which pause. Only requests without harm on repetition qualify: if a
/// response is lost, the client cannot tell whether the server carried out the request.
struct RetryPolicy: Equatable, Sendable {
  /// Sends the request only once.
  static let never = RetryPolicy(limit: 0)
  /// For idempotent requests: at most two more attempts, 0.1 s and 0.2 s after a failed attempt.
  static let idempotent = RetryPolicy(limit: 2)

  /// The maximum number of attempts after the first.
  var limit: Int
  /// The pause before the first repetition; each later pause is twice as long.
  var pause = Duration.milliseconds(100)

  /// Returns the pause before the next attempt; nil if there is none, because of a success, a failure that would only
  /// repeat, or too little time.
  ///
  /// - Parameters:
  ///   - attempts: The number of attempts so far.
  ///   - remaining: The time until the deadline.
  func pause(after outcome: HTTPExchangeState.Outcome, attempts: Int, remaining: Duration) -> Duration? {
    guard attempts >= 1, attempts <= limit, Self.isPassing(outcome) else { return nil }
    let pause = pause * (1 << (attempts - 1))
    return pause < remaining ? pause : nil
  }

  private static func isPassing(_ outcome: HTTPExchangeState.Outcome) -> Bool {
    switch outcome {
    case .success(let answer): [502, 503, 504].contains(answer.head.status)
    case .failure(.connectionLost): true
    case .failure(.unreachable(let error)):
      switch (error as? URLError)?.code {
      case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet: true
      default: false
      }
    case .failure: false
    }
  }
}
