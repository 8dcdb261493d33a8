/// The handlers of one expectation that are still held: when the last is released and none was ever called, what
/// was to call it is gone.
final class HandlerTracker: Sendable {
  private struct State {
    var held = 0
    var wasCalled = false
    var goneAt: Instant?
  }

  private let state = Locked(State())

  /// When the last handler was released, if none had been called and none has been made since.
  var goneAt: Instant? { state.withLock { $0.held == 0 && !$0.wasCalled ? $0.goneAt : nil } }

  /// Whether there is one that can still be called, and none has been.
  var isHeldUncalled: Bool { state.withLock { $0.held > 0 && !$0.wasCalled } }

  /// What a handler keeps for as long as it lives.
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
