public import Dispatch
public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Fetches images over HTTP and caches them.
///
///     let image = try await fetcher.image(at: url)
///
/// Requests for an image that is already being fetched share that fetch: a hundred views that show one image at once
/// make one request. A response counts as an image if its status is 200, its content type is an image type, and its
/// bytes are an image. Nothing else is ever cached.
///
/// The fetcher can be used from any thread. It checks and caches images off the main thread, and does not decode them.
/// When the fetcher is released, requests under way continue and are answered.
public final class ImageFetcher: Sendable {
  private typealias Waiter = @Sendable (Result<FetchedImage, ServiceError>) -> Void

  /// A fetch under way, and all who wait for it.
  private struct Fetch: Sendable {
    /// Another fetch of the same image has another number.
    var number: Int
    var waiters: [Int: Waiter] = [:]
    var request: RequestHandle?
  }

  private struct State: Sendable {
    var fetches: [URL: Fetch] = [:]
    var lastNumber = 0

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }
  }

  /// The time limit of a whole request. A caller that joins a request under way gets its remaining time.
  public let deadline: Duration
  /// The maximum size of an image, in bytes.
  public let sizeLimit: Int
  /// The queue on which completion handlers are called.
  public let callbackQueue: DispatchQueue

  private let cache: URLCache
  private let client = HTTPClient()
  /// The queue for the cache, which may be on a disk, and for the checks.
  private let work = DispatchQueue(label: "Samples.ImageFetcher", qos: .userInitiated)
  private let state = Locked(State())

  /// - Parameter cache: The cache for images; nil for a new cache of 32 MB in memory.
  public init(
    cache: URLCache? = nil, deadline: Duration = .seconds(30), sizeLimit: Int = 16 << 20,
    callbackQueue: DispatchQueue = .main
  ) {
    self.cache = cache ?? URLCache(memoryCapacity: 32 << 20, diskCapacity: 0, diskPath: nil)
    self.deadline = deadline
    self.sizeLimit = max(0, sizeLimit)
    self.callbackQueue = callbackQueue
  }

  /// Fetches the image at `url`, from the cache if it is there.
  ///
  /// - Parameter completion: Called exactly once, by a job of its own on `callbackQueue`, even if the request is
  ///   canceled or the fetcher is released.
  /// - Returns: A handle that cancels this request. Other requests for the same image continue.
  @discardableResult
  public func image(
    at url: URL, completion: @escaping @Sendable (Result<FetchedImage, ServiceError>) -> Void
  ) -> RequestHandle {
    join(url) { [callbackQueue] result in callbackQueue.async { completion(result) } }
  }

  /// Fetches the image at `url`, from the cache if it is there.
  ///
  /// Canceling the task cancels its request and throws `cancelled`. Other requests for the same image continue.
  public func image(at url: URL) async throws(ServiceError) -> FetchedImage {
    try await answer { join(url, $0) }
  }

  /// Joins the fetch under way, or begins one. Calls `waiter` exactly once, on any thread.
  private func join(_ url: URL, _ waiter: @escaping Waiter) -> RequestHandle {
    guard url.isHTTP else {
      waiter(.failure(.invalidRequest(reason: "not an HTTP URL")))
      return .none
    }
    let (number, place, isFirst) = state.withLock { state in
      let isFirst = state.fetches[url] == nil
      var fetch = state.fetches[url] ?? Fetch(number: state.nextNumber())
      let place = state.nextNumber()
      fetch.waiters[place] = waiter
      state.fetches[url] = fetch
      return (fetch.number, place, isFirst)
    }
    if isFirst { work.async { self.begin(url, number) } }
    // A request under way keeps the fetcher alive; a handle does not need to.
    return RequestHandle { [weak self] in self?.leave(url, number, place) }
  }

  private func leave(_ url: URL, _ number: Int, _ place: Int) {
    let (waiter, request) = state.withLock { state -> (Waiter?, RequestHandle?) in
      guard state.fetches[url]?.number == number, let waiter = state.fetches[url]?.waiters.removeValue(forKey: place)
      else { return (nil, nil) }
      let isLast = state.fetches[url]?.waiters.isEmpty == true
      return (waiter, isLast ? state.fetches.removeValue(forKey: url)?.request : nil)
    }
    request?.cancel()
    waiter?(.failure(.cancelled))
  }

  // MARK: On the queue

  private func begin(_ url: URL, _ number: Int) {
    if let image = cachedImage(at: url) { return finish(url, number, .success(image)) }
    var request = URLRequest(url: url)
    request.setValue("image/*", forHTTPHeaderField: "Accept")
    // All waiters may have left already.
    guard state.withLock({ $0.fetches[url]?.number == number }) else { return }
    let handle = client.send(request, deadline: deadline, sizeLimit: sizeLimit) { outcome in
      self.work.async { self.finish(url, number, self.result(outcome, for: url)) }
    }
    let isKept = state.withLock { state in
      guard state.fetches[url]?.number == number else { return false }
      state.fetches[url]?.request = handle
      return true
    }
    if !isKept { handle.cancel() }
  }

  private func result(
    _ outcome: Result<HTTPAnswer, ServiceError>, for url: URL
  ) -> Result<FetchedImage, ServiceError> {
    Result { () throws(ServiceError) in
      let answer = try outcome.get()
      guard answer.response.statusCode == 200 else {
        throw .badStatus(code: answer.response.statusCode, body: answer.body)
      }
      guard answer.mediaType.hasPrefix("image/") else { throw .wrongContentType(answer.contentType) }
      guard let format = ImageFormat(of: answer.body) else { throw .malformed(path: "", reason: "not an image") }
      if !answer.forbidsStoring {
        // On Linux, a session never stores anything in its cache.
        cache.storeCachedResponse(
          CachedURLResponse(response: answer.response, data: answer.body), for: URLRequest(url: url))
      }
      return FetchedImage(data: answer.body, format: format, isFromCache: false)
    }
  }

  private func finish(_ url: URL, _ number: Int, _ result: Result<FetchedImage, ServiceError>) {
    let fetch = state.withLock { state in
      state.fetches[url]?.number == number ? state.fetches.removeValue(forKey: url) : nil
    }
    for waiter in fetch.map({ Array($0.waiters.values) }) ?? [] { waiter(result) }
  }

  /// Another program may have stored something else, so the entry is checked like a response.
  private func cachedImage(at url: URL) -> FetchedImage? {
    guard let data = cache.cachedResponse(for: URLRequest(url: url))?.data, let format = ImageFormat(of: data)
    else { return nil }
    return FetchedImage(data: data, format: format, isFromCache: true)
  }
}
