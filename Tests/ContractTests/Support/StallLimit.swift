@testable import Expectations

/// Changes the stall limit of the process's clock. Use it only where nothing else waits: in an XCTest test, or in a
/// process of its own.
enum StallLimit {
  /// Runs `body` in real time: stalls use up timeouts.
  static func off<Result>(_ body: () throws -> Result) rethrows -> Result { try of(.zero, body) }

  static func of<Result>(_ limit: Duration, _ body: () throws -> Result) rethrows -> Result {
    set(limit.saturatedNanoseconds)
    defer { set(usual) }
    return try body()
  }

  // Keep the same clock: a new one would show another time, and the timer would be late by the difference.
  private static func set(_ limit: Nanoseconds) { Engine.withLock { $0.clock.stallLimit = limit } }

  private static let usual = EngineState.stallLimit
}

/// What the engine keeps of waits, in all.
enum EngineUse {
  /// How many expectations there are, and how many waits go on.
  static var expectations: Int { Engine.withLock { $0.machine.expectations.count } }
  static var waits: Int { Engine.withLock { $0.machine.waits.count } }
}
