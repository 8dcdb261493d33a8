import Expectations
import Foundation
public import Testing

/// Fails a test whose tasks are still there when it is over, at the line of the test.
///
/// ```swift
/// @Suite(.endsAllTasks) struct FeedTests {
///   @Test func loadsTheFeed() async {
///     let model = FeedModel()
///     await model.load()
///     model.stop()
///   }
/// }
/// ```
///
/// It knows the tasks that the test makes with `Task`, their child tasks, and the tasks that those make: no detached
/// tasks, and none that code on queues makes. It also finds notifications that are still observed, handlers that are
/// still held, recorders that still record, and manual clocks on which something sleeps. Make tasks that live on by
/// intent in `backgroundWork(_:)`. If the task of the test is canceled, nothing is recorded.
public struct EndsAllTasksTrait: TestTrait, SuiteTrait, TestScoping {
  let gracePeriod: Duration

  /// The trait of a suite also applies to the suites and tests inside it.
  public var isRecursive: Bool { true }

  /// Runs a test, and waits for its tasks. Swift Testing calls it.
  ///
  /// If the test has failed already, tasks that are left are a warning, and no failure: a failure often leaves some.
  /// With Swift 6.2, which does not tell a failure from a known issue, only an error that the test throws counts.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: The test with one set of arguments.
  ///   - function: The body of the test.
  /// - Throws: What the body throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let scope = TaskScope(
      of: "this test", within: gracePeriod, at: CallSite(fileID: "", filePath: "", line: 0, column: 0))
    let failure = FirstFailure()
    do {
      try await scope.run { try await failure.watch(for: test, testCase, performing: function) }
    } catch {
      await record(scope, of: test, isRemark: true)
      throw error
    }
    await record(scope, of: test, isRemark: failure.isThere)
  }

  private func record(_ scope: TaskScope, of test: Test, isRemark: Bool) async {
    guard let text = await scope.waitForEnd() else { return }
    guard isRemark else {
      Issue.record(LeftoverTasks(description: text), sourceLocation: test.sourceLocation)
      return
    }
    #if compiler(>=6.3)
      Issue.record(Comment(rawValue: text), severity: .warning, sourceLocation: test.sourceLocation)
    #else
      StandardError.print("\(test.sourceLocation): \(text)")
    #endif
  }
}

/// Whether a test has failed.
private final class FirstFailure: @unchecked Sendable {
  // Sendable: the lock is held for each access.
  private let lock = NSLock()
  private var hasFailed = false

  var isThere: Bool { lock.withLock { hasFailed } }

  func watch(
    for test: Test, _ testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await IssueHandlingTrait.compactMapIssues { issue in
      // Swift Testing tells all running tests of an issue of a task that knows none.
      if isFailure(issue), Test.current != nil { self.lock.withLock { self.hasFailed = true } }
      return issue
    }.provideScope(for: test, testCase: testCase, performing: function)
  }
}

private func isFailure(_ issue: Issue) -> Bool {
  #if compiler(>=6.3)
    issue.isFailure
  #else
    // It may be a known one, with which the test passes.
    false
  #endif
}

/// What Swift Testing shows.
private struct LeftoverTasks: Error, CustomStringConvertible {
  let description: String
}

extension Trait where Self == EndsAllTasksTrait {
  /// Fails a test whose tasks are still there one second after its end: see ``EndsAllTasksTrait``.
  public static var endsAllTasks: Self { .endsAllTasks() }

  /// Fails a test whose tasks are still there some time after its end: see ``EndsAllTasksTrait``.
  ///
  /// - Parameter gracePeriod: How long the tasks may take to end, in time in which code could run. Zero checks once,
  ///   and may also find a task that is ending at that moment.
  /// - Returns: The trait.
  public static func endsAllTasks(within gracePeriod: Duration = .seconds(1)) -> Self {
    Self(gracePeriod: gracePeriod)
  }
}
