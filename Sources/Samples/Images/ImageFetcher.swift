public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Fetches images over HTTP and caches them.
///
///     let image = try await fetcher.image(at: url)
///     let thumbnail = try await fetcher.image(at: url, from: .cacheOnly)     // sends nothing
///
/// Requests for an image that is already being fetched share that fetch: a hundred views that show one image at once
/// make one request. A response counts as an image if its status is 200, its content type is an image type, and its
/// bytes are an image. Nothing else is ever cached.
///
/// The fetcher can be used from any thread. It checks and caches images off the main thread, and does not decode them.
/// When the fetcher is released, requests under way continue and are answered.
public final class ImageFetcher: Sendable {
  /// Where an image may come from.
  public enum Source: Hashable, Sendable {
    /// The cache if it has the image, otherwise the network.
    case cacheOrNetwork
    /// Only the cache; no request is sent.
    case cacheOnly
    /// The network; the response replaces the image in the cache.
    case network
  }

  /// The time limit of a whole request, including retries. A caller that joins a request under way gets its remaining
  /// time.
  public let deadline: Duration
  /// The maximum size of an image, in bytes.
  public let sizeLimit: Int
  /// The queue on which completion handlers are called.
  public let callbackQueue: DispatchQueue

  private let fetches: ImageFetches

  /// - Parameter cache: The cache for images; nil for a new cache of 32 MB in memory.
  public init(
    cache: URLCache? = nil, deadline: Duration = .seconds(30), sizeLimit: Int = 16 << 20,
    callbackQueue: DispatchQueue = .main
  ) {
    self.deadline = deadline
    self.sizeLimit = max(0, sizeLimit)
    self.callbackQueue = callbackQueue
    let storage = cache ?? URLCache(memoryCapacity: 32 << 20, diskCapacity: 0, diskPath: nil)
    fetches = ImageFetches(cache: ImageCache(storage: storage), deadline: deadline, sizeLimit: self.sizeLimit)
  }

  /// Fetches the image at `url`.
  ///
  /// - Parameter completion: Called exactly once, by a job of its own on `callbackQueue`, even if the request is
  ///   canceled or the fetcher is released.
  /// - Returns: A handle that cancels this request. Other requests for the same image continue.
  @discardableResult
  public func image(
    at url: URL, from source: Source = .cacheOrNetwork,
    completion: @escaping @Sendable (Result<FetchedImage, ImageError>) -> Void
  ) -> RequestHandle {
    fetches.fetch(url, from: source) { [callbackQueue] result in callbackQueue.async { completion(result) } }
  }

  /// Fetches the image at `url`.
  ///
  /// Canceling the task cancels its request and throws `cancelled`. Other requests for the same image continue.
  public func image(at url: URL, from source: Source = .cacheOrNetwork) async throws(ImageError) -> FetchedImage {
    try await answer(cancelled: ImageError.cancelled) { fetches.fetch(url, from: source, $0) }
  }

  /// Removes the image at `url` from the cache. A request under way stores it again.
  public func removeFromCache(_ url: URL) {
    fetches.cache.remove(url)
  }
}
