public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why a service returned nothing. `underlyingError` holds the cause, if there is one.
public enum ServiceError: Error, Sendable {
  /// The request cannot be expressed as an HTTP URL. Nothing was sent.
  case invalidRequest(reason: String)
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
  /// The redirect leads to a URL that is not HTTP, or from an encrypted connection to an unencrypted one, or it is the
  /// sixth in a row.
  case redirectRefused(to: URL?)
  /// The response or the file exceeds the service's size limit, in bytes.
  case tooLarge(limit: Int)
  /// The status of the response is not the expected one.
  case badStatus(code: Int, body: Data)
  /// The content type of the response is not the expected one; nil if there is none.
  case wrongContentType(String?)
  /// The content does not have the expected form; `path` names the value, such as `results[3].objectId`.
  case malformed(path: String, reason: String)
  /// The file could not be read.
  case unreadable(FileError)

  /// The underlying error, if there is one.
  public var underlyingError: (any Error)? {
    switch self {
    case .unreachable(let error), .connectionLost(let error): error
    case .notHTTP(let error): error
    case .unreadable(let error): error
    default: nil
    }
  }

  /// Converts an error of a session. `hasAnswer`: whether the head of the response had arrived by then.
  init(_ error: any Error, hasAnswer: Bool, deadline: Duration) {
    switch (error as? URLError)?.code {
    case .cancelled: self = .cancelled
    case .timedOut: self = .timedOut(after: deadline)
    case Self.notHTTPCode where !hasAnswer: self = .notHTTP(error)
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .internationalRoamingOff,
      .dataNotAllowed, .callIsActive, .secureConnectionFailed, .serverCertificateUntrusted,
      .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid,
      .clientCertificateRejected, .clientCertificateRequired, .appTransportSecurityRequiresSecureConnection:
      self = .unreachable(error)
    default: self = .connectionLost(error)
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
