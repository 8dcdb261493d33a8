import Dispatch

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
