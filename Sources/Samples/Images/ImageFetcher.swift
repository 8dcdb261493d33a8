public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Fetches images over HTTP and keeps them.
///
///     let image = try await fetcher.image(at: url)
///     let thumbnail = try await fetcher.image(at: url, from: .cacheOnly)     // sends nothing
///
/// What is asked for while the same is being fetched is answered with it: a hundred views that show one image at once
/// make one request. An answer is an image if its status is 200, its content type says so and its bytes do, too;
/// nothing else is ever kept.
///
/// It can be used from any thread. Images are checked and cached off the main thread, and are not decoded. Requests
/// that are under way when it is released go on and are answered.
public final class ImageFetcher: Sendable {
  /// Where an image may come from.
  public enum Source: Hashable, Sendable {
    /// The cache if it is there, else the network.
    case cacheOrNetwork
    /// The cache; nothing is sent.
    case cacheOnly
    /// The network; what the cache has is replaced.
    case network
  }

  /// For a whole request, retries included. Who joins a request under way has what is left of its time.
  public let deadline: Duration
  /// The most bytes of an image that are taken.
  public let sizeLimit: Int
  /// Where completion handlers are called.
  public let callbackQueue: DispatchQueue

  private let fetches: ImageFetches

  /// - Parameter cache: Where images are kept; nil for a cache of its own of 32 MB, in memory.
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
  /// - Parameter completion: Called exactly once, by a job of its own on `callbackQueue`, also when the request is
  ///   cancelled and when the fetcher is released.
  /// - Returns: The request, to cancel it with. That of others who want the same image goes on.
  @discardableResult
  public func image(
    at url: URL, from source: Source = .cacheOrNetwork,
    completion: @escaping @Sendable (Result<FetchedImage, ImageError>) -> Void
  ) -> RequestHandle {
    fetches.fetch(url, from: source) { [callbackQueue] result in callbackQueue.async { completion(result) } }
  }

  /// Fetches the image at `url`.
  ///
  /// Cancelling the task cancels its request, not that of others who want the same image, and this throws `cancelled`.
  public func image(at url: URL, from source: Source = .cacheOrNetwork) async throws(ImageError) -> FetchedImage {
    try await answer(cancelled: ImageError.cancelled) { fetches.fetch(url, from: source, $0) }
  }

  /// Forgets the image at `url`; a request under way keeps it again.
  public func removeFromCache(_ url: URL) {
    fetches.cache.remove(url)
  }
}
