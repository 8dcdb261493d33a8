public import Foundation

/// Why records could not be fetched, saved, or deleted. `underlyingError` holds the cause, if there is one.
public enum RecordServiceError: Error, Sendable {
  /// The request cannot be expressed as a URL. Nothing was sent.
  case invalidRequest(reason: String)
  /// No connection: it was refused, the host or the network was not found, or the certificate was not trusted.
  case unreachable(underlying: any Error)
  /// The connection ended before the response was complete.
  case connectionLost(underlying: any Error)
  /// No complete response arrived within the service's deadline.
  case timedOut(after: Duration)
  /// The request's handle was canceled, or the task that awaited it.
  case cancelled
  /// The server does not speak HTTP.
  case notHTTP(underlying: (any Error)?)
  /// The redirect leads to a URL that is not HTTP, or from an encrypted connection to an unencrypted one.
  case redirectRefused(to: URL?)
  /// More redirects than `limit`, for example in a loop.
  case tooManyRedirects(limit: Int)
  /// The response exceeds the service's size limit.
  case tooLarge(limit: Int)
  /// The status of the response is not a success. For the text in its body, see `serverMessage`.
  case badStatus(code: Int, body: Data)
  /// A success without a body, such as status 204.
  case emptyAnswer(status: Int)
  /// A success whose content type is not JSON; nil if there is none.
  case wrongContentType(String?)
  /// The service rejected one operation of a batch.
  case rejected(code: Int64, message: String)
  /// The content type is JSON, but the body is not.
  case invalidJSON(reason: String, underlying: (any Error)?)
  /// The JSON is not a record, or not a list of records; `path` names the value, such as `results[3].objectId`.
  case malformedRecord(path: String, reason: String)

  /// The underlying error, if there is one.
  public var underlyingError: (any Error)? {
    switch self {
    case .unreachable(let error), .connectionLost(let error): error
    case .notHTTP(let error), .invalidJSON(_, let error): error
    case .invalidRequest, .timedOut, .cancelled, .redirectRefused, .tooManyRedirects, .tooLarge, .badStatus,
      .emptyAnswer, .wrongContentType, .rejected, .malformedRecord:
      nil
    }
  }

  /// The server's own error message: for one operation, or under `error` in the body of an unsuccessful response.
  public var serverMessage: String? {
    if case .rejected(_, let message) = self { return message }
    guard case .badStatus(_, let body) = self else { return nil }
    return try? JSONDecoder().decode(ServiceFault.self, from: body).error
  }
}

private struct ServiceFault: Decodable {
  let error: String
}

extension RecordServiceError {
  init(_ failure: HTTPFailure) {
    switch failure {
    case .unreachable(let error): self = .unreachable(underlying: error)
    case .connectionLost(let error): self = .connectionLost(underlying: error)
    case .timedOut(let deadline): self = .timedOut(after: deadline)
    case .cancelled: self = .cancelled
    case .notHTTP(let error): self = .notHTTP(underlying: error)
    case .redirectRefused(let destination): self = .redirectRefused(to: destination)
    case .tooManyRedirects(let limit): self = .tooManyRedirects(limit: limit)
    case .tooLarge(let limit): self = .tooLarge(limit: limit)
    }
  }
}
