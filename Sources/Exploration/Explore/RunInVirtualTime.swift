import Expectations

/// Runs code in which sleeps take no time.
///
/// ```swift
/// try await virtualTime {
///   let cache = Cache(lifetime: .seconds(60), clock: ExplorationClock())
///   await cache.insert("a")
///   try await Task.sleep(for: .seconds(61))
///   #expect(await !cache.contains("a"))
/// }
/// ```
///
/// When all tasks of the body sleep or wait, time moves on to the end of the next sleep. So everything that is due
/// before the end of a sleep has happened by then, in the same order in each run. Timeouts of waits pass in the same
/// time. A clock that shows it is ``ExplorationClock``. On Linux, `ContinuousClock.now`, `SuspendingClock.now` and
/// `Date()` follow it, too; other clocks show real time, and hardly move.
///
/// The body runs once, in the order in which its tasks become ready, on a thread of its own: it is not explored. Its
/// failures stand in the test, at their own lines. In an exploration, it runs as a part of that.
///
/// - Parameters:
///   - outside: What to do when Dispatch, a thread or `URLSession` resumes a task of the body. By default that is a
///     failure, because such work takes real time.
///   - body: The code.
/// - Returns: What the body returns.
/// - Throws: What the body throws. If no task can run and none sleeps, or if the body has not ended after 200,000
///   steps, the call records a failure at its line, and throws an error that stops the test without another one.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
@discardableResult
public func virtualTime<Value: Sendable>(
  outside: ExplorationOption.Outside = .fails, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column, _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  guard Scheduler.runOfCaller == nil else { return try await body() }
  let site = CallSite.at(fileID, filePath, line, column)
  let result = Locked<Result<Value, any Error>?>(nil)
  let test = CallersTest()
  let report = await ExplorationCall(nil, ExplorationSettings(virtualTime: site, outside: outside)) {
    let new: Result<Value, any Error>
    do { new = .success(try await body()) } catch { new = .failure(error) }
    result.withLock { $0 = new }
  }.runSilently()
  guard report.outcome == .passed, let result = result.withLock(\.self) else {
    throw test.stop(report.description, at: site)
  }
  return try result.get()
}
