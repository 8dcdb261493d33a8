package import Testing

/// Runs a test on threads of its own, at most two such tests at a time, besides one in real time.
///
///     @Test(.ownThreads) func file_synchronized_isThere() throws { … }
///
/// Other tests run on the concurrency pool, which has one thread for each core. A test that computes or blocks there
/// delays all of them, and with them the work that their waits need. An exit test blocks its threads until its process
/// has ended, so all exit tests have this trait. Functions that the test awaits also run on its own threads; tasks that
/// it starts with `Task { … }` do not.
package struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  // All such tests at once would take the processor from the pool instead of its threads.
  private static let turns = Turns(2)
  // Both a suite and its test may have this trait; waiting for a second turn could last forever.
  @TaskLocal private static var hasTurn = false

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard !Self.hasTurn else { return try await function() }
    // Tests in real time have turns of their own. Nobody may hold a turn of one kind while waiting for the other.
    let takesTurn = !RealTime.hasTurn && !test.traits.contains { $0 is RealTime }
    if takesTurn { await Self.turns.take() }
    defer { if takesTurn { Self.turns.giveBack() } }
    try await Self.$hasTurn.withValue(true) {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return try await function() }
      try await Self.run(function)
    }
  }

  /// Runs a body on threads of its own. The body of an exit test needs that, because traits do not reach it.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  package static func run(_ body: () async throws -> Void) async throws {
    try await withTaskExecutorPreference(ThreadExecutor(), operation: body)
  }
}

extension Trait where Self == OwnThreads {
  package static var ownThreads: OwnThreads { OwnThreads() }
}
