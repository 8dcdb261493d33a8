@testable import Expectations

/// Another stall limit for the clock of the process. Only where nothing else waits: in a test of XCTest, or in a
/// process of its own.
enum StallLimit {
  static func set(_ limit: Duration) {
    // Not with a new clock: it would show another time, and the alarm would come late for as much as this one is
    // behind.
    Engine.withLock { $0.clock.stallLimit = limit.saturatedNanoseconds }
  }

  /// Runs `body` in real time: what cannot run uses up timeouts.
  static func off<Result>(_ body: () throws -> Result) rethrows -> Result {
    let usual = Timeouts.stallLimit
    set(.zero)
    defer { set(.nanoseconds(usual)) }
    return try body()
  }
}
