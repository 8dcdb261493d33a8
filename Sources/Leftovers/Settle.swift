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
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let test = CallersTest()
  guard let mark = TaskMark.current else {
    let advice = "use the trait `.endsAllTasks`, or `endsAllTasks { … }`"
    test.recordFailure("`settle()` does not know the tasks of this test: \(advice)", at: site)
    return false
  }
  let wait = SettleWait(mark.test, at: site)
  let hasEnded = await wait.isOver(within: timeout ?? ExpectationDefaults.timeout)
  switch wait.progress {
  case .settled: return true
  case .unknown(let reason):
    test.recordFailure("`settle()` cannot know whether a task of this test can go on: \(reason)", at: site)
  case .going(let reason):
    guard !hasEnded else { return false }
    let lines = await MarkedTasks.lines(of: mark.test.marks)
    test.recordFailure((["Not settled: \(reason)"] + lines).joined(separator: "\n  "), at: site)
  }
  return false
}
