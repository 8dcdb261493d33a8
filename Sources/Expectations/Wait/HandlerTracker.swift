/// Tracks the handlers of one expectation. When all of them are released and none was called, no handler can fulfill
/// the expectation anymore.
final class HandlerTracker: LivingObject {
  private struct State {
    var liveCount = 0
    var wasCalled = false
    var release: (time: Instant, thread: ThreadLabel)?
  }

  private let origin: Origin
  private let state = Locked(State())

  init(of origin: Origin) { self.origin = origin }

  deinit { Living.remove(self) }

  var host: any TestHost { origin.host }

  var ongoing: String? {
    guard state.withLock({ $0.liveCount > 0 }) else { return nil }
    return "a handler of \"\(Engine.withLock { _ in origin.title })\", created at \(origin.createdAt), is still held"
  }

  /// Says that your code still holds the handlers, or has released them without a call; nil if it has called one, or
  /// made none.
  func description(since began: Instant) -> String? {
    let (handlers, title) = (state.withLock { $0 }, Engine.withLock { _ in origin.title })
    guard !handlers.wasCalled else { return nil }
    if handlers.liveCount > 0 { return "the handler of \"\(title)\" is still held and has not been called" }
    return handlers.release.map { release in
      let time = release.time.since(began)
      let when = time < 0 ? "before the wait" : "at \(DurationText.exact(time)) (\(release.thread))"
      return "the handler of \"\(title)\" was released \(when) without being called"
    }
  }

  /// An object that lives as long as its handler.
  final class Token: Sendable {
    private let tracker: HandlerTracker

    fileprivate init(_ tracker: HandlerTracker) {
      self.tracker = tracker
    }

    func noteCall() { tracker.state.withLock { $0.wasCalled = true } }

    deinit {
      tracker.state.withLock { state in
        state.liveCount -= 1
        if state.liveCount == 0, !state.wasCalled { state.release = (.now(), .current) }
      }
    }
  }

  func makeToken() -> Token {
    state.withLock { $0.liveCount += 1 }
    return Token(self)
  }
}
