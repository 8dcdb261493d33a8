public import Foundation

/// Why a fetch returned no image.
public enum ImageError: Error, Sendable {
  /// The URL is not an HTTP URL.
  case unsupportedURL(URL)
  /// The caller asked for the cache only, and the image is not in it.
  case notCached
  /// The request received no complete response.
  case notFetched(HTTPFailure)
  /// The status of the response is not 200, so its body is not used as an image.
  case badStatus(Int)
  /// The content type of the response is not an image type; nil if there is none.
  case wrongContentType(String?)
  /// The content type is an image type, but the bytes are not an image.
  case notAnImage
  /// The response exceeds the fetcher's size limit.
  case tooLarge(limit: Int)
  /// The request's handle was canceled, or the task that awaited it.
  case cancelled

  /// The underlying error, if there is one.
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
