import Foundation
package import Testing

/// Runs a test on threads of its own, at most two such tests at a time.
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
    await Self.turns.take()
    defer { Self.turns.giveBack() }
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

/// Admits a limited number of tests at a time.
private final class Turns: @unchecked Sendable {
  // Sendable because the variables are accessed only between `lock` and `unlock`.
  private let lock = NSLock()
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ count: Int) {
    free = count
  }

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = lock.withLock {
        let isFree = free > 0
        if isFree { free -= 1 } else { waiting.append(continuation) }
        return isFree
      }
      if isFree { continuation.resume() }
    }
  }

  func giveBack() {
    let next = lock.withLock {
      if waiting.isEmpty { free += 1 }
      return waiting.isEmpty ? nil : waiting.removeFirst()
    }
    next?.resume()
  }
}
