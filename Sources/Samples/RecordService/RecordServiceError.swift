public import Foundation

/// Why records could not be fetched, saved or deleted. Where another error was the reason, it is kept: see
/// `underlyingError`.
public enum RecordServiceError: Error, Sendable {
  /// No URL can be made of what was asked for; nothing was sent.
  case invalidRequest(reason: String)
  /// No connection: refused, no such host, no network, no trust.
  case unreachable(underlying: any Error)
  /// The connection ended before the answer was whole.
  case connectionLost(underlying: any Error)
  /// No whole answer within the service's deadline.
  case timedOut(after: Duration)
  /// The request's handle, or the task that awaited it, was cancelled.
  case cancelled
  /// What answered does not speak HTTP.
  case notHTTP(underlying: (any Error)?)
  /// A redirect to something that is not HTTP, or from an encrypted connection to a plain one.
  case redirectRefused(to: URL?)
  /// More redirects than `limit`, as when they lead in a circle.
  case tooManyRedirects(limit: Int)
  /// More bytes than the service takes.
  case tooLarge(limit: Int)
  /// An answer whose status is not one of success. What it holds is kept: see `serverMessage`.
  case badStatus(code: Int, body: Data)
  /// Success, but nothing with it, as with status 204.
  case emptyAnswer(status: Int)
  /// Success, but the answer is not said to be JSON; nil if nothing is said.
  case wrongContentType(String?)
  /// What the service said of one operation among several.
  case rejected(code: Int64, message: String)
  /// The answer is said to be JSON and is not.
  case invalidJSON(reason: String, underlying: (any Error)?)
  /// JSON, but not of the form of records, at `path` in it, such as `results[3].objectId`.
  case malformedRecord(path: String, reason: String)

  /// The error that was the reason for this one, if another was.
  public var underlyingError: (any Error)? {
    switch self {
    case .unreachable(let error), .connectionLost(let error): error
    case .notHTTP(let error), .invalidJSON(_, let error): error
    case .invalidRequest, .timedOut, .cancelled, .redirectRefused, .tooManyRedirects, .tooLarge, .badStatus,
      .emptyAnswer, .wrongContentType, .rejected, .malformedRecord:
      nil
    }
  }

  /// What the service itself said was wrong: of one operation, or under `error` in the body of a bad status.
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
