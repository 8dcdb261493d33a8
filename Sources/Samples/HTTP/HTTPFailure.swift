import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why there is no whole answer to a request.
enum HTTPFailure: Error {
  case unreachable(any Error)
  case connectionLost(any Error)
  case timedOut(after: Duration)
  case cancelled
  case notHTTP((any Error)?)
  case redirectRefused(to: URL?)
  case tooManyRedirects(limit: Int)
  case tooLarge(limit: Int)

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
