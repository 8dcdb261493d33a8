/// Tracks the handlers of one expectation, to tell when all of them are released and none was called. After that, no
/// handler can fulfill the expectation.
final class HandlerTracker: Sendable {
  private struct State {
    var held = 0
    var wasCalled = false
    var goneAt: MonotonicInstant?
  }

  private let state = Locked(State())

  /// When the last handler was released; nil if a handler was called, or if one still exists.
  var goneAt: MonotonicInstant? { state.withLock { $0.held == 0 && !$0.wasCalled ? $0.goneAt : nil } }

  /// Whether a handler still exists and none has been called.
  var isHeldUncalled: Bool { state.withLock { $0.held > 0 && !$0.wasCalled } }

  /// An object that lives as long as its handler.
  final class Hold: Sendable {
    private let count: HandlerTracker

    fileprivate init(_ count: HandlerTracker) {
      self.count = count
    }

    func noteCall() { count.state.withLock { $0.wasCalled = true } }

    deinit {
      let now = MonotonicClock.now()
      count.state.withLock { state in
        state.held -= 1
        state.goneAt = now
      }
    }
  }

  func hold() -> Hold {
    state.withLock { $0.held += 1 }
    return Hold(self)
  }
}
