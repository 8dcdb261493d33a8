import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Which attempts are worth another, and after what pause. Only for requests that can be carried out twice without
/// harm: if an answer is lost, the client cannot tell whether the request was.
struct RetryPolicy: Equatable, Sendable {
  /// Sent once, whatever comes.
  static let never = RetryPolicy(limit: 0)
  /// For idempotent requests: at most two more attempts, 0.1 s and 0.2 s after the one that failed.
  static let idempotent = RetryPolicy(limit: 2)

  /// The most attempts after the first.
  var limit: Int
  /// Before the first of these; doubled before each that follows.
  var pause = Duration.milliseconds(100)

  /// The pause before the next attempt, or nil if what came is the end of it: a success, a failure that would only come
  /// again, or no time left.
  ///
  /// - Parameters:
  ///   - attempts: How many there were.
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
