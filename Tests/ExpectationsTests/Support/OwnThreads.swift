import Foundation
import Testing

/// Runs a test on threads of its own, two such tests at a time.
///
///     @Test(.ownThreads) func file_synchronized_isThere() throws { … }
///
/// Other tests run on the concurrency pool, which has one thread for each core: whoever computes or blocks there holds
/// up all of them, and with them whatever their waits are for. What the test awaits runs on its own threads, too; what
/// it starts with `Task { … }` does not.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  // All at once they would take the processor from the pool instead of its threads.
  private static let turns = Turns(2)
  // A test of a suite may be marked as its suite is; a second turn might never come.
  @TaskLocal private static var hasTurn = false

  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard !Self.hasTurn else { return try await function() }
    await Self.turns.take()
    defer { Self.turns.giveBack() }
    try await Self.$hasTurn.withValue(true) {
      guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return try await function() }
      try await withTaskExecutorPreference(ThreadExecutor(), operation: function)
    }
  }
}

extension Trait where Self == OwnThreads {
  static var ownThreads: OwnThreads { OwnThreads() }
}

/// Runs each job on a new thread, so that none waits for one that blocks.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class ThreadExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Lets so many in at a time.
private final class Turns: @unchecked Sendable {
  // Sendable, because what changes is touched between `lock` and `unlock` only.
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
