import Foundation
import Testing

/// Runs a test on threads of its own. Other tests run on the concurrency pool, which has one thread for each core: a
/// test that blocks there keeps other tests, and the tasks that they look at, from running.
struct OwnThreads: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard testCase != nil, #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      return try await function()
    }
    try await Self.run(function)
  }

  /// Runs a body on threads of its own. The body of an exit test needs that, because traits do not reach it.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  static func run(_ body: () async throws -> Void) async throws {
    try await withTaskExecutorPreference(ThreadExecutor(), operation: body)
  }
}

extension Trait where Self == OwnThreads {
  static var ownThreads: OwnThreads { OwnThreads() }
}

/// Runs each job on a new thread, so that no job waits for a blocked one.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class ThreadExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
