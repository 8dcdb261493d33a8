import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The cache of fetched images, in a `URLCache`.
///
/// The fetcher stores images explicitly: on Linux, a session never stores anything in its cache.
struct ImageCache: Sendable {
  let storage: URLCache

  /// Returns the image stored for `url`. An entry that is not an image is removed.
  func image(for url: URL) -> FetchedImage? {
    let request = URLRequest(url: url)
    guard let data = storage.cachedResponse(for: request)?.data else { return nil }
    guard let format = ImageFormat(of: data) else {
      storage.removeCachedResponse(for: request)
      return nil
    }
    return FetchedImage(data: data, format: format, isFromCache: true)
  }

  /// Stores bytes that are known to be an image, unless the server forbids it.
  func store(_ answer: HTTPAnswer, for url: URL) {
    guard !answer.head.forbidsStoring else { return }
    let headers = ["Content-Type": answer.head.contentType ?? "", "Content-Length": "\(answer.body.count)"]
    let response = HTTPURLResponse(
      url: url, statusCode: answer.head.status, httpVersion: "HTTP/1.1", headerFields: headers)
    guard let response else { return }
    storage.storeCachedResponse(CachedURLResponse(response: response, data: answer.body), for: URLRequest(url: url))
  }

  func remove(_ url: URL) {
    storage.removeCachedResponse(for: URLRequest(url: url))
  }
}
