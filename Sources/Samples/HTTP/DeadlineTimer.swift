import Dispatch

/// Calls a function once after a time, unless it is canceled first.
///
/// It works even if the concurrency pool, the main queue, and the global queues are busy.
final class DeadlineTimer: @unchecked Sendable {
  // Sendable because `source` is only read after `init`, and any thread may cancel a dispatch source.
  private let source: any DispatchSourceTimer

  /// - Parameter queue: A serial queue that runs only short jobs.
  init(after duration: Duration, on queue: DispatchQueue, _ fire: @escaping @Sendable () -> Void) {
    source = DispatchSource.makeTimerSource(queue: queue)
    source.setEventHandler(handler: DispatchWorkItem(block: fire))
    source.schedule(deadline: .now() + duration.dispatchInterval, leeway: .milliseconds(1))
    source.activate()
  }

  /// After this call, the function is not called anymore, unless the call is already under way.
  func cancel() {
    source.cancel()
  }

  deinit {
    source.cancel()
  }
}

extension Duration {
  /// The duration in a form that Dispatch can add to a point in time: never negative, and at most a hundred years.
  var dispatchInterval: DispatchTimeInterval {
    let (seconds, attoseconds) = components
    if seconds < 0 || attoseconds < 0 { return .nanoseconds(0) }
    if seconds >= 3_155_760_000 { return .seconds(3_155_760_000) }
    return .nanoseconds(Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000))
  }
}
