public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why there is no whole answer to a request. Where another error was the reason, it is kept: see `underlyingError`.
public enum HTTPFailure: Error, Sendable {
  /// No connection: refused, no such host, no network, no trust.
  case unreachable(any Error)
  /// The connection ended before the answer was whole.
  case connectionLost(any Error)
  /// No whole answer within the deadline.
  case timedOut(after: Duration)
  /// The request's handle, or the task that awaited it, was cancelled.
  case cancelled
  /// What answered does not speak HTTP.
  case notHTTP((any Error)?)
  /// A redirect to something that is not HTTP, or from an encrypted connection to a plain one.
  case redirectRefused(to: URL?)
  /// More redirects than `limit`, as when they lead in a circle.
  case tooManyRedirects(limit: Int)
  /// More bytes than are taken.
  case tooLarge(limit: Int)

  /// The error that was the reason for this one, if another was.
  public var underlyingError: (any Error)? {
    switch self {
    case .unreachable(let error), .connectionLost(let error): error
    case .notHTTP(let error): error
    case .timedOut, .cancelled, .redirectRefused, .tooManyRedirects, .tooLarge: nil
    }
  }

  /// What a session's error means; `hasAnswer` tells whether the head of an answer had come by then.
  init(_ error: any Error, hasAnswer: Bool, redirectLimit: Int, deadline: Duration) {
    guard let code = (error as? URLError)?.code else {
      self = .connectionLost(error)
      return
    }
    switch code {
    case .cancelled:
      self = .cancelled
    case .timedOut:
      self = .timedOut(after: deadline)
    case .httpTooManyRedirects:
      self = .tooManyRedirects(limit: redirectLimit)
    case Self.notHTTPCode where !hasAnswer:
      self = .notHTTP(error)
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .internationalRoamingOff,
      .dataNotAllowed, .callIsActive, .secureConnectionFailed, .serverCertificateUntrusted,
      .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
      .clientCertificateRejected, .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      self = .unreachable(error)
    default:
      self = .connectionLost(error)
    }
  }

  /// What the session says of an answer without a status line.
  private static var notHTTPCode: URLError.Code {
    #if canImport(FoundationNetworking)
      // Here `badServerResponse` is a connection that was closed before the first byte.
      .unsupportedURL
    #else
      .badServerResponse
    #endif
  }
}
