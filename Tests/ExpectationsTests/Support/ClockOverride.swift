@testable import Expectations

/// Changes the stall limit of the process's clock. Use it only where nothing else waits: in an XCTest test, or in a
/// process of its own.
enum StallLimit {
  static func set(_ limit: Duration) {
    // Keep the same clock: a new one would show another time, and the deadline timer would be late by the difference.
    Engine.withLock { $0.clock.stallLimit = limit.saturatedNanoseconds }
  }

  /// Runs `body` in real time: stalls use up timeouts.
  static func off<Result>(_ body: () throws -> Result) rethrows -> Result {
    let usual = FairClock.usualStallLimit
    set(.zero)
    defer { set(.nanoseconds(usual)) }
    return try body()
  }
}
