import Dispatch

/// Calls a function once, after a time, unless it is cancelled first.
///
/// It does not depend on the concurrency pool, the main queue or the global queues being free.
final class DeadlineTimer: @unchecked Sendable {
  // Sendable, because `source` is only read after `init`, and a dispatch source may be cancelled from any thread.
  private let source: any DispatchSourceTimer

  /// - Parameter queue: A serial queue with nothing on it that takes long.
  init(after duration: Duration, on queue: DispatchQueue, _ fire: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler(handler: DispatchWorkItem(block: fire))
    source.schedule(deadline: .now() + duration.dispatchInterval, leeway: .milliseconds(1))
    source.activate()
  }

  /// After this the function is not called any more, unless it is being called already.
  func cancel() {
    source.cancel()
  }

  deinit {
    source.cancel()
  }
}

extension Duration {
  /// This time in a form that Dispatch can add to a point in time: never negative, and a hundred years at most.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return .nanoseconds(0) }
    if seconds >= 3_155_760_000 { return .seconds(3_155_760_000) }
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
