public import Foundation

/// Why a load returned no list of places.
public enum PlaceError: Error, Sendable {
  /// The URL is neither a file URL nor an HTTP URL.
  case unsupportedURL(URL)
  /// The file could not be read.
  case unreadable(FileError)
  /// The request received no complete response.
  case notFetched(HTTPFailure)
  /// The status of the response is not a success.
  case badStatus(Int)
  /// The content type of the response is not JSON; nil if there is none.
  case wrongContentType(String?)
  /// The file or the response exceeds the loader's size limit.
  case tooLarge(limit: Int)
  /// The load's handle was canceled, or the task that awaited it.
  case cancelled
  /// The text is not JSON.
  case invalidJSON(reason: String, underlying: (any Error)?)
  /// The JSON is not a list of places; or, with a strict loader, the first invalid place.
  case malformed(PlaceProblem)

  /// The underlying error, if there is one.
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
