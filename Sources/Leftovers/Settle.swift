import Expectations

/// Suspends the test until none of its tasks can go on by itself.
///
/// ```swift
/// let clock = ManualClock()
/// let model = SearchModel(clock: clock)
/// model.type("swift")
/// await settle()
/// await clock.advance(by: .milliseconds(300))
/// await settle()
/// #expect(model.results == ["swift-testing"])
/// ```
///
/// Each other task of the test has then ended, sleeps on a `ManualClock`, or waits for something that only other code
/// can give: the next element of a stream, a continuation, a task that itself waits. A task that sleeps on another
/// clock or waits with a timeout can go on by itself, so the call waits for it.
///
/// In an exploration, this is exact, and time passes while all tasks sleep. Elsewhere, the test needs the trait
/// ``EndsAllTasksTrait`` or, in XCTest, `endsAllTasks(_:)`, which mark its tasks. They are then read from memory, at a
/// moment in which no other thread of the process runs. That is possible on Linux on x86_64; where it is not, or where
/// there is no such moment until the timeout, the test fails and says so. What a queue, a thread, a detached task or
/// the system will do later is not known: wait for that with an `Expectation` or `eventually`.
///
/// - Parameter timeout: How long this may take, in time in which code could run; nil for
///   `ExpectationDefaults.timeout`. In an exploration, it has no timeout.
///
/// - Returns: Whether all is settled. It is also false, without a failure, if the task was canceled. In an exploration,
///   the call then goes on waiting.
@discardableResult
public func settle(
  timeout: Duration? = nil, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Bool {
  if let time = ControlledTime.current {
    await time.settle(isolation: isolation)
    return !Task.isCancelled
  }
  let settling = Settling(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  guard let wait = settling.wait else { return false }
  let hasEnded = await wait.isOver(within: timeout ?? ExpectationDefaults.timeout)
  guard settling.needsLines(wait, hasEnded) else { return settling.isSettled(wait, hasEnded) }
  return settling.isSettled(wait, hasEnded, await MarkedTasks.lines(of: wait.marks))
}

/// Blocks the test until none of its tasks can go on by itself.
///
/// ```swift
/// let clock = ManualClock()
/// let note = Note(autosaveAfter: .seconds(30), clock: clock)
/// note.edit("text")
/// settle()
/// clock.advance(by: .seconds(30))
/// settle()
/// XCTAssertEqual(note.saves, 1)
/// ```
///
/// On the main thread, it services the run loop and the main queue, so tasks of the main actor go on. What is on the
/// main queue, but not in a task, is not awaited. In an exploration, write `await settle()`. For everything else, see
/// the form that suspends.
///
/// - Parameter timeout: How long this may take, in time in which code could run; nil for
///   `ExpectationDefaults.timeout`.
///
/// - Returns: Whether all is settled.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await settle()`.")
@discardableResult
public func settle(
  timeout: Duration? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  let settling = Settling(at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  guard let wait = settling.wait else { return false }
  let hasEnded = wait.isOver(within: timeout ?? ExpectationDefaults.timeout)
  guard settling.needsLines(wait, hasEnded) else { return settling.isSettled(wait, hasEnded) }
  return settling.isSettled(wait, hasEnded, MarkedTasks.linesBlocking(of: wait.marks))
}

/// One call of `settle()`.
private struct Settling {
  private let test = CallersTest()
  private let site: CallSite
  /// Nil if the call has failed already.
  let wait: SettleWait?

  init(at site: CallSite) {
    self.site = site
    wait = ControlledTime.current == nil ? TaskMark.current.map { SettleWait($0.test, at: site) } : nil
    guard wait == nil else { return }
    test.recordFailure(
      ControlledTime.current == nil
        ? "`settle()` does not know the tasks of this test: use the trait `.endsAllTasks`, or `endsAllTasks { … }`"
        : "`settle()` without `await` would stop the exploration: write `await settle()`", at: site)
  }

  /// Whether the failure says where the tasks stand.
  func needsLines(_ wait: SettleWait, _ hasEnded: Bool) -> Bool {
    if case .going = wait.progress { !hasEnded } else { false }
  }

  /// Records the failure, if there is one.
  func isSettled(_ wait: SettleWait, _ hasEnded: Bool, _ lines: [String] = []) -> Bool {
    switch wait.progress {
    case .settled: return true
    case .unknown(let reason):
      test.recordFailure("`settle()` cannot know whether a task of this test can go on: \(reason)", at: site)
    case .going(let reason):
      guard !hasEnded else { return false }
      test.recordFailure((["Not settled: \(reason)"] + lines).joined(separator: "\n  "), at: site)
    }
    return false
  }
}
