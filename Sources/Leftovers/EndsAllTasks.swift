import Expectations

/// Runs code, and fails the test if tasks that it has made are still there afterwards.
///
/// For everything else, see the form whose body is `async`.
///
/// - Parameters:
///   - gracePeriod: How long the tasks may take to end after the body, in time in which code could run. Zero checks
///     once, and may also find a task that is ending at that moment.
///   - body: The code. It makes tasks that live on by intent in `backgroundWork(_:)`.
///
/// - Returns: What the body returns.
/// - Throws: What the body throws. Tasks that are left are then no failure: the error may be the reason.
@discardableResult
public func endsAllTasks<Result>(
  within gracePeriod: Duration = .seconds(1),
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Result
) async rethrows -> Result {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let scope = TaskScope(of: "this code", within: gracePeriod, at: site)
  let result = try scope.run(body)
  if let text = await scope.waitForEnd() { scope.record(text) }
  return result
}

/// Runs code, and fails the test if tasks that it has made are still there afterwards.
///
/// In XCTest, write it around all tests of a class. In Swift Testing, use the trait ``EndsAllTasksTrait``.
///
/// ```swift
/// override func invokeTest() { endsAllTasks { super.invokeTest() } }
/// ```
///
/// It knows the tasks that the code makes with `Task`, their child tasks, and the tasks that those make: no detached
/// tasks, and none that code on queues makes. It also finds notifications that are still observed, handlers that are
/// still held, recorders that still record, and manual clocks on which something sleeps.
///
/// This form blocks the calling thread until the tasks have ended; on the main thread, it services the run loop and the
/// main queue.
///
/// - Parameters:
///   - gracePeriod: How long the tasks may take to end after the body, in time in which code could run. Zero checks
///     once, and may also find a task that is ending at that moment.
///   - body: The code. It makes tasks that live on by intent in `backgroundWork(_:)`.
///
/// - Returns: What the body returns.
/// - Throws: What the body throws. Tasks that are left are then no failure: the error may be the reason.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await endsAllTasks`.")
@discardableResult
public func endsAllTasks<Result>(
  within gracePeriod: Duration = .seconds(1),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Result
) rethrows -> Result {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let scope = TaskScope(of: "this code", within: gracePeriod, at: site)
  let result = try scope.run(body)
  if let text = scope.waitForEnd() { scope.record(text) }
  return result
}

/// Runs code, and fails the test if tasks that it has made are still there afterwards.
///
/// ```swift
/// await endsAllTasks {
///   await player.play(film)
/// }
/// ```
///
/// It knows the tasks that the code makes with `Task`, their child tasks, and the tasks that those make: no detached
/// tasks, and none that code on queues makes. It also finds notifications that are still observed, handlers that are
/// still held, recorders that still record, and manual clocks on which something sleeps. If the calling task is
/// canceled, the call records nothing.
///
/// - Parameters:
///   - gracePeriod: How long the tasks may take to end after the body, in time in which code could run. Zero checks
///     once, and may also find a task that is ending at that moment.
///   - body: The code. It makes tasks that live on by intent in `backgroundWork(_:)`.
///
/// - Returns: What the body returns.
/// - Throws: What the body throws. Tasks that are left are then no failure: the error may be the reason.
@discardableResult
public func endsAllTasks<Result>(
  within gracePeriod: Duration = .seconds(1),
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () async throws -> Result
) async rethrows -> Result {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let scope = TaskScope(of: "this code", within: gracePeriod, at: site)
  let result = try await scope.run(body)
  if let text = await scope.waitForEnd() { scope.record(text) }
  return result
}

/// Runs code whose tasks belong to the program, and may outlive the test.
///
/// ```swift
/// let cache = backgroundWork { ImageCache() }  // it removes old images every minute
/// ```
///
/// - Parameter body: The code that makes the tasks.
///
/// - Returns: What the body returns.
/// - Throws: What the body throws.
@discardableResult
public func backgroundWork<Result>(_ body: () throws -> Result) rethrows -> Result {
  return try ScopeMark.$current.withValue(nil, operation: body)
}

/// Runs code whose tasks belong to the program, and may outlive the test.
///
/// ```swift
/// await backgroundWork { await server.start() }
/// ```
///
/// - Parameter body: The code that makes the tasks.
///
/// - Returns: What the body returns.
/// - Throws: What the body throws.
@discardableResult
public func backgroundWork<Result>(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
  return try await ScopeMark.$current.withValue(nil, operation: body, isolation: isolation)
}
