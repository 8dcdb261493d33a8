import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The lock, the cache, and the requests of an image fetcher. Feeds events to its `JoinedFetches` and carries out the
/// results.
final class ImageFetches: Sendable {
  typealias Waiter = @Sendable (Result<FetchedImage, ImageError>) -> Void

  struct Key: Hashable, Sendable {
    var url: URL
    var source: ImageFetcher.Source
  }

  private struct State: Sendable {
    var fetches = JoinedFetches<Key, Waiter>()
    var requests: [JoinedFetches<Key, Waiter>.Fetch: RequestHandle] = [:]
  }

  let cache: ImageCache
  private let deadline: Duration
  private let sizeLimit: Int
  private let client = HTTPClient()
  /// The queue for the cache, which may be on a disk, and for the checks.
  private let work = DispatchQueue(label: "Samples.ImageFetcher", qos: .userInitiated)
  private let state = Locked(State())

  init(cache: ImageCache, deadline: Duration, sizeLimit: Int) {
    self.cache = cache
    self.deadline = deadline
    self.sizeLimit = sizeLimit
  }

  /// Starts or joins a fetch, and calls `waiter` exactly once, on any thread.
  func fetch(_ url: URL, from source: ImageFetcher.Source, _ waiter: @escaping Waiter) -> RequestHandle {
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false else {
      waiter(.failure(.unsupportedURL(url)))
      return .none
    }
    let begun = ContinuousClock.now
    let (ticket, isFirst) = state.withLock { $0.fetches.join(Key(url: url, source: source), waiter) }
    if isFirst { work.async { self.begin(ticket.fetch, since: begun) } }
    // A request under way keeps this object alive; a handle does not need to.
    return RequestHandle { [weak self] in self?.leave(ticket) }
  }

  private func leave(_ ticket: JoinedFetches<Key, Waiter>.Ticket) {
    let (waiter, request) = state.withLock { state -> (Waiter?, RequestHandle?) in
      guard let (waiter, isLast) = state.fetches.leave(ticket) else { return (nil, nil) }
      return (waiter, isLast ? state.requests.removeValue(forKey: ticket.fetch) : nil)
    }
    request?.cancel()
    waiter?(.failure(.cancelled))
  }

  // MARK: On the queue

  private func begin(_ fetch: JoinedFetches<Key, Waiter>.Fetch, since begun: ContinuousClock.Instant) {
    // All waiters have left already.
    guard state.withLock({ $0.fetches.isCurrent(fetch) }) else { return }
    let (url, source) = (fetch.key.url, fetch.key.source)
    if source != .network, let image = cache.image(for: url) { return finish(fetch, .success(image)) }
    if source == .cacheOnly { return finish(fetch, .failure(.notCached)) }
    var request = URLRequest(url: url)
    request.setValue("image/*", forHTTPHeaderField: "Accept")
    let remaining = deadline - (ContinuousClock.now - begun)
    let handle = client.send(request, deadline: remaining, sizeLimit: sizeLimit, retries: .idempotent) { outcome in
      self.work.async { self.finish(fetch, self.result(outcome, for: url)) }
    }
    let isKept = state.withLock { state in
      guard state.fetches.isCurrent(fetch) else { return false }
      state.requests[fetch] = handle
      return true
    }
    if !isKept { handle.cancel() }
  }

  private func result(
    _ outcome: HTTPExchangeState.Outcome, for url: URL
  ) -> Result<FetchedImage, ImageError> {
    switch outcome {
    case .failure(.timedOut): return .failure(.notFetched(.timedOut(after: deadline)))
    case .failure(let failure): return .failure(ImageError(failure))
    case .success(let answer):
      guard answer.head.status == 200 else { return .failure(.badStatus(answer.head.status)) }
      guard answer.head.mediaType?.hasPrefix("image/") == true else {
        return .failure(.wrongContentType(answer.head.contentType))
      }
      guard let format = ImageFormat(of: answer.body) else { return .failure(.notAnImage) }
      cache.store(answer, for: url)
      return .success(FetchedImage(data: answer.body, format: format, isFromCache: false))
    }
  }

  private func finish(
    _ fetch: JoinedFetches<Key, Waiter>.Fetch, _ result: Result<FetchedImage, ImageError>
  ) {
    let (waiters, _) = state.withLock { state in
      // The request is returned so that it is not released under the lock.
      (state.fetches.finish(fetch), state.requests.removeValue(forKey: fetch))
    }
    for waiter in waiters { waiter(result) }
  }
}
