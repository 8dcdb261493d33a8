import Expectations

/// One sleep of an ``ExplorationClock``. It ends once: at its deadline, or when its task is cancelled.
final class VirtualSleep: Sendable {
  private enum State: Sendable {
    case new
    case sleeping(CheckedContinuation<Void, any Error>)
    case over(isCancelled: Bool)
  }

  private let state = Locked(State.new)

  /// Suspends the calling task. `begin` sets the timer, which calls `wake`, and returns code that cancels it.
  func sleep(begin: (VirtualSleep) -> @Sendable () -> Void) async throws {
    try await withTaskCancellationHandler {
      var cancelTimer: (@Sendable () -> Void)?
      defer { cancelTimer?() }
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          if case .over(let isCancelled) = state { return isCancelled }
          state = .sleeping(continuation)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) } else { cancelTimer = begin(self) }
      }
    } onCancel: {
      end(isCancelled: true)?.resume(throwing: CancellationError())
    }
  }

  func wake() { end(isCancelled: false)?.resume() }

  /// Ends the sleep, and returns the continuation if it had not ended.
  private func end(isCancelled: Bool) -> CheckedContinuation<Void, any Error>? {
    state.withLock { state in
      defer { if case .over = state {} else { state = .over(isCancelled: isCancelled) } }
      if case .sleeping(let continuation) = state { return continuation }
      return nil
    }
  }
}
