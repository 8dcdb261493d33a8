public import Foundation

/// Why there is no image.
public enum ImageError: Error, Sendable {
  /// Not one of HTTP.
  case unsupportedURL(URL)
  /// Only the cache was to be looked at, and it is not there.
  case notCached
  /// The request had no whole answer.
  case notFetched(HTTPFailure)
  /// An answer whose status is not 200, which is no image whatever it holds.
  case badStatus(Int)
  /// The answer is not said to be an image; nil if nothing is said.
  case wrongContentType(String?)
  /// The answer is said to be an image, and its bytes are not.
  case notAnImage
  /// More bytes than the fetcher takes.
  case tooLarge(limit: Int)
  /// The request's handle, or the task that awaited it, was cancelled.
  case cancelled

  /// The error that was the reason for this one, if another was.
  public var underlyingError: (any Error)? {
    guard case .notFetched(let error) = self else { return nil }
    return error.underlyingError ?? error
  }

  init(_ failure: HTTPFailure) {
    switch failure {
    case .cancelled: self = .cancelled
    case .tooLarge(let limit): self = .tooLarge(limit: limit)
    default: self = .notFetched(failure)
    }
  }
}
