public import Foundation

/// Why there is no list of places.
public enum PlaceError: Error, Sendable {
  /// Neither the URL of a file nor one of HTTP.
  case unsupportedURL(URL)
  /// The file could not be read.
  case unreadable(FileError)
  /// The request had no whole answer.
  case notFetched(HTTPFailure)
  /// An answer whose status is not one of success.
  case badStatus(Int)
  /// The answer is not said to be JSON; nil if nothing is said.
  case wrongContentType(String?)
  /// More bytes than the loader takes.
  case tooLarge(limit: Int)
  /// The load's handle, or the task that awaited it, was cancelled.
  case cancelled
  /// No JSON.
  case invalidJSON(reason: String, underlying: (any Error)?)
  /// JSON, but no list of places; or, to a strict loader, the first place that cannot be read.
  case malformed(PlaceProblem)

  /// The error that was the reason for this one, if another was.
  public var underlyingError: (any Error)? {
    switch self {
    case .unreadable(let error): error
    case .notFetched(let error): error.underlyingError ?? error
    case .invalidJSON(_, let error): error
    case .unsupportedURL, .badStatus, .wrongContentType, .tooLarge, .cancelled, .malformed: nil
    }
  }

  init(_ failure: HTTPFailure) {
    switch failure {
    case .cancelled: self = .cancelled
    case .tooLarge(let limit): self = .tooLarge(limit: limit)
    default: self = .notFetched(failure)
    }
  }

  init(_ error: FileError, limit: Int) {
    self = error.reason == .tooLarge ? .tooLarge(limit: limit) : .unreadable(error)
  }
}
