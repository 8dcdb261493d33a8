import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The images that were fetched, in a `URLCache`.
///
/// They are put there by hand: on Linux a session never stores anything in its cache.
struct ImageCache: Sendable {
  let storage: URLCache

  /// The image that was stored for `url`; what is no image is removed, whoever stored it.
  func image(for url: URL) -> FetchedImage? {
    let request = URLRequest(url: url)
    guard let data = storage.cachedResponse(for: request)?.data else { return nil }
    guard let format = ImageFormat(of: data) else {
      storage.removeCachedResponse(for: request)
      return nil
    }
    return FetchedImage(data: data, format: format, isFromCache: true)
  }

  /// Keeps what was found to be an image, unless its sender forbids it.
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
