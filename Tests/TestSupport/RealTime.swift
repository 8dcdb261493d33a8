package import Testing

/// Marks a test whose claim is a time, or which holds the concurrency pool, the main queue or the processors on
/// purpose. Such a test passes on a busy computer, too, but it can fail on one that is busy enough. All other tests
/// are deterministic.
///
///     @Test(.realTime) func timeout_ofAHundredMilliseconds_isKept() { … }
///     @Suite(.realTime, .ownThreads) struct StallTests { … }
///
/// Such tests run one at a time, but beside all others; `.ci/run` runs them alone. `.ci/real-time` finds them by this
/// mark, and tests of XCTest by the name of their class, which ends in `RealTimeTests`.
package struct RealTime: SuiteTrait, TestTrait, TestScoping {
  private static let turns = Turns(1)
  // Both a suite and its test may have this trait; waiting for a second turn would last forever.
  @TaskLocal static var hasTurn = false

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard !Self.hasTurn else { return try await function() }
    await Self.turns.take()
    defer { Self.turns.giveBack() }
    try await Self.$hasTurn.withValue(true, operation: function)
  }
}

extension Trait where Self == RealTime {
  package static var realTime: RealTime { RealTime() }
}
