import Dispatch
import Foundation

/// Questions about the main queue that Dispatch does not answer.
enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether this is the main queue. On Linux, `DispatchQueue.main` is not the same object each time.
  static func isSame(as queue: DispatchQueue) -> Bool { queue.getSpecific(key: key) != nil }

  /// Whether the calling thread runs the main queue; on the main thread always.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

  /// Whether nothing on the main queue can run before the calling thread returns to it.
  static var isBlockedByCaller: Bool {
    guard isCurrent else { return false }
    // Where the main thread is parked for good (Swift Testing on Linux), a worker runs the main queue, and now it is
    // us.
    guard MainThread.isCurrent, !RunningTask.exists else { return true }
    return !isServedByRunLoop
  }

  /// Whether the run loop of the main thread services the main queue, which it does not do inside a job of that queue.
  private static var isServedByRunLoop: Bool {
    let isServed = Locked(false)
    DispatchQueue.main.async { isServed.withLock { $0 = true } }
    let start = MonotonicClock.now()
    // Some passes tell. One would not do: it may be cut short by a wake-up that came too late for the wait before, or
    // service another source first. A run loop that has nothing to run for, not even the main queue, says so itself.
    while RunLoop.current.run(mode: .default, before: .distantPast) {
      if isServed.withLock({ $0 }) { return true }
      if MonotonicClock.now().since(start) > 10_000_000 { return false }
    }
    return false
  }
}
