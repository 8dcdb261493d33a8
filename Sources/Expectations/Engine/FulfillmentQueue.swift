import Dispatch

/// The serial queue that an expectation was declared to be fulfilled on.
struct FulfillmentQueue: Sendable {
  private enum Kind {
    case main
    /// Concurrent: no wait is in its way.
    case global
    /// Marked with a number, because on Linux the object stands for the queue but is not always the same one.
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
      } else if queue.label.hasPrefix(QueueLabel.globalPrefix) {
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
