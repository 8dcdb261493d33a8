import Expectations

/// Suspends the body of an exploration until none of its tasks can go on by itself.
///
/// ```swift
/// await explore(schedules: 10) { @MainActor in
///   let clock = ManualClock()
///   let model = SearchModel(clock: clock)
///   model.type("swift")
///   await settle()
///   await clock.advance(by: .milliseconds(300))
///   await settle()
///   #expect(model.results == ["swift-testing"])
/// }
/// ```
///
/// Each other task has then ended, sleeps on a `ManualClock`, or waits for something that only other code can give: the
/// next element of a stream, a continuation, a task that itself waits. Time passes while all tasks sleep.
///
/// Outside of `explore` and `virtualTime`, it is a failure: nothing knows all tasks there. Wait with `waitForSleepers`,
/// an `Expectation` or `eventually`.
///
/// - Returns: Whether all is settled. It is also false, without a failure, if the task was canceled: the call then goes
///   on waiting.
@discardableResult
public func settle(
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Bool {
  guard let time = ControlledTime.current else {
    CallersTest().recordFailure(
      "Only an exploration knows when its tasks have settled: wait with `waitForSleepers`, an `Expectation` or `eventually`",
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
    return false
  }
  await time.settle()
  return !Task.isCancelled
}
