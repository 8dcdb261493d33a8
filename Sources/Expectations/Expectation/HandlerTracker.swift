/// Tracks the handlers of one expectation. When all of them are released and none was called, no handler can fulfill
/// the expectation anymore.
final class HandlerTracker: Sendable {
  private struct State {
    var liveCount = 0
    var wasCalled = false
    var releasedAt: MonotonicInstant?
  }

  private let state = Locked(State())

  /// When the last handler was released; nil if a handler was called, or if one still exists.
  var releasedAt: MonotonicInstant? { state.withLock { $0.liveCount == 0 && !$0.wasCalled ? $0.releasedAt : nil } }

  /// Whether a handler still exists and none has been called.
  var hasUncalledHandler: Bool { state.withLock { $0.liveCount > 0 && !$0.wasCalled } }

  /// An object that lives as long as its handler.
  final class Token: Sendable {
    private let tracker: HandlerTracker

    fileprivate init(_ tracker: HandlerTracker) {
      self.tracker = tracker
    }

    func noteCall() { tracker.state.withLock { $0.wasCalled = true } }

    deinit {
      let now = MonotonicClock.now()
      tracker.state.withLock { state in
        state.liveCount -= 1
        state.releasedAt = now
      }
    }
  }

  func makeToken() -> Token {
    state.withLock { $0.liveCount += 1 }
    return Token(self)
  }
}
