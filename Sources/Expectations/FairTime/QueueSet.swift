/// The queues that a beat probes.
package struct QueueSet: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let main = QueueSet(rawValue: 1)
  package static let global = QueueSet(rawValue: 2)
  /// The concurrency pool has one queue for each priority.
  ///
  /// Assumption: Swift Testing runs tests at medium priority, XCTest at high priority.
  /// Check: by `Tests/Checks/Load/check`, which holds the pool of each.
  /// If false: the fair clock runs while the pool of the tests is blocked, and correct waits may time out.
  /// Remove when: one probe can find out whether the whole pool runs.
  package static let mediumPool = QueueSet(rawValue: 4)
  package static let highPool = QueueSet(rawValue: 8)

  package static let pool: QueueSet = [.mediumPool, .highPool]
  package static let all: QueueSet = [.main, .global, .pool]

  /// The readable names.
  var names: [String] {
    [
      contains(.main) ? "the main queue" : nil, contains(.global) ? "the global queue" : nil,
      isDisjoint(with: .pool) ? nil : "the concurrency pool",
    ].compactMap { $0 }
  }
}
