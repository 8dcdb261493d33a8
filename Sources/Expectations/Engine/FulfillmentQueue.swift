import Dispatch
import Foundation

/// The serial queue that a test declared as the queue of an expectation's fulfillments.
struct FulfillmentQueue: Sendable {
  private enum Kind {
    case main
    /// A concurrent queue, which no wait blocks.
    case global
    /// A queue marked with a number. On Linux, the same queue can appear as different objects.
    case marked(Int)
  }

  private static let key = DispatchSpecificKey<Int>()
  private static let lastMark = Locked(0)

  let label: String
  private let kind: Kind

  init(_ queue: DispatchQueue) {
    label = queue.label
    kind =
      if MainQueue.isSame(as: queue) {
        .main
      } else if queue.label.withCString(QueueLabel.isGlobal) {
        .global
      } else {
        .marked(Self.mark(queue))
      }
  }

  private static func mark(_ queue: DispatchQueue) -> Int {
    lastMark.withLock { last in
      if let mark = queue.getSpecific(key: key) { return mark }
      last += 1
      queue.setSpecific(key: key, value: last)
      return last
    }
  }

  /// Whether nothing on this queue can run before the calling thread returns to it.
  var isBlockedByCaller: Bool {
    switch kind {
    case .main: MainQueue.isBlockedByCaller
    case .global: false
    case .marked(let mark): DispatchQueue.getSpecific(key: Self.key) == mark
    }
  }
}

/// Finds out what Dispatch does not tell about the main queue: which queue it is, and whether it can run.
package enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether this is the main queue.
  ///
  /// Assumption: on Linux, `DispatchQueue.main` is not the same object each time, but its specific values are the same.
  /// Check: by `BlockingMisuseTests`.
  /// If false: a wait that blocks the main queue times out instead of failing at once.
  /// Remove when: on Linux, equal queues are identical objects.
  static func isSame(as queue: DispatchQueue) -> Bool { queue.getSpecific(key: key) != nil }

  /// Whether the calling thread runs the main queue; always true on the main thread.
  package static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }

  /// Whether nothing on the main queue can run before the calling thread returns to it.
  static var isBlockedByCaller: Bool {
    guard isCurrent else { return false }
    // Assumption: if the main thread is parked forever (Swift Testing on Linux), a worker thread runs the main queue:
    // here, the calling thread.
    // Check: by `BlockingMisuseTests`.
    // If false: such a wait times out instead of failing at once.
    // Remove when: the main thread runs the main queue in every process.
    guard MainThread.isCurrent, !RunningTask.exists else { return true }
    return !isServedByRunLoop
  }

  /// Whether the run loop of the main thread services the main queue. It does not inside a job of that queue.
  private static var isServedByRunLoop: Bool {
    let isServed = Locked(false)
    DispatchQueue.main.async { isServed.withLock { $0 = true } }
    let start = MonotonicClock.now()
    // Run several passes. A late wake-up for the previous wait may cut one short, or the pass may service another
    // source first. `run` returns false when the run loop has nothing to run for, not even the main queue.
    while RunLoop.current.run(mode: .default, before: .distantPast) {
      if isServed.withLock({ $0 }) { return true }
      if MonotonicClock.now().since(start) > 10_000_000 { return false }
    }
    return false
  }
}
