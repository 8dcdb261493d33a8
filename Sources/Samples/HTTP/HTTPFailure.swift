public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a request received no complete response. `underlyingError` holds the cause, if there is one.
public enum HTTPFailure: Error, Sendable {
  /// No connection: it was refused, the host or the network was not found, or the certificate was not trusted.
  case unreachable(any Error)
  /// The connection ended before the response was complete.
  case connectionLost(any Error)
  /// No complete response arrived within the deadline.
  case timedOut(after: Duration)
  /// The request's handle was canceled, or the task that awaited it.
  case cancelled
  /// The server does not speak HTTP.
  case notHTTP((any Error)?)
  /// The redirect leads to a URL that is not HTTP, or from an encrypted connection to an unencrypted one.
  case redirectRefused(to: URL?)
  /// More redirects than `limit`, for example in a loop.
  case tooManyRedirects(limit: Int)
  /// The response exceeds the size limit.
  case tooLarge(limit: Int)

  /// The underlying error, if there is one.
  public var underlyingError: (any Error)? {
    switch self {
    case .unreachable(let error), .connectionLost(let error): error
    case .notHTTP(let error): error
    case .timedOut, .cancelled, .redirectRefused, .tooManyRedirects, .tooLarge: nil
    }
  }

  /// Converts an error of a session. `hasAnswer`: whether the head of the response had arrived by then.
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

  /// The session's error for a response without a status line.
  private static var notHTTPCode: URLError.Code {
    #if canImport(FoundationNetworking)
      // On this platform, `badServerResponse` means that the connection closed before the first byte.
      .unsupportedURL
    #else
      .badServerResponse
    #endif
  }
}
