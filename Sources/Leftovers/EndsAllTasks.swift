import Expectations

/// Runs code, and fails the test if tasks that it has made are still there afterwards.
///
/// For everything else, see the form whose body is `async`.
///
/// - Parameters:
///   - gracePeriod: How long the tasks may take to end after the body, in time in which code could run. Zero checks
///     once, and may also find a task that is ending at that moment.
///   - names: The names of tasks, of types, or of functions. A task with such a name, or that stands in such a
///     function, may be left. Known on Linux on x86_64; elsewhere, the call fails for these tasks, too.
///   - includesDetached: Whether tasks are found that the code makes detached, or on queues. They are those that any
///     code of the process has made meanwhile, so other tests must not run at the same time. Known on Linux on x86_64,
///     without a sanitizer, in a process of at most 64 MB; elsewhere, one line on standard error says that they are not
///     known. It takes some milliseconds for a body that makes tasks.
///   - body: The code. What belongs to the program and lives on by intent is made in `backgroundWork(_:)`.
///
/// - Returns: What the body returns.
/// - Throws: What the body throws. Tasks that are left are then no failure: the error may be the reason.
@discardableResult
public func endsAllTasks<Result>(
  within gracePeriod: Duration = .seconds(1), except names: [String] = [], includesDetached: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Result
) async rethrows -> Result {
  let rules = LeftoverRules(gracePeriod: gracePeriod, exceptions: names, includesDetached: includesDetached)
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let scope = TaskScope(of: "this code", rules, at: site)
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
/// It knows the tasks that the code makes with `Task`, their child tasks, and the tasks that those make. Detached
/// tasks, and those that code on queues makes, are an option. The failure says where the suspended ones stand, on
/// Linux. It also finds notifications that are still observed, handlers that are still held, recorders that still
/// record, and manual clocks on which something sleeps.
///
/// This form blocks the calling thread until the tasks have ended; on the main thread, it services the run loop and the
/// main queue.
///
/// - Parameters:
///   - gracePeriod: How long the tasks may take to end after the body, in time in which code could run. Zero checks
///     once, and may also find a task that is ending at that moment.
///   - names: The names of tasks, of types, or of functions. A task with such a name, or that stands in such a
///     function, may be left. Known on Linux on x86_64; elsewhere, the call fails for these tasks, too.
///   - includesDetached: Whether tasks are found that the code makes detached, or on queues. They are those that any
///     code of the process has made meanwhile, so other tests must not run at the same time. Known on Linux on x86_64,
///     without a sanitizer, in a process of at most 64 MB; elsewhere, one line on standard error says that they are not
///     known. It takes some milliseconds for a body that makes tasks.
///   - body: The code. What belongs to the program and lives on by intent is made in `backgroundWork(_:)`.
///
/// - Returns: What the body returns.
/// - Throws: What the body throws. Tasks that are left are then no failure: the error may be the reason.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await endsAllTasks`.")
@discardableResult
public func endsAllTasks<Result>(
  within gracePeriod: Duration = .seconds(1), except names: [String] = [], includesDetached: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Result
) rethrows -> Result {
  let rules = LeftoverRules(gracePeriod: gracePeriod, exceptions: names, includesDetached: includesDetached)
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let scope = TaskScope(of: "this code", rules, at: site)
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
/// It knows the tasks that the code makes with `Task`, their child tasks, and the tasks that those make. Detached
/// tasks, and those that code on queues makes, are an option. The failure says where the suspended ones stand, on
/// Linux. It also finds notifications that are still observed, handlers that are still held, recorders that still
/// record, and manual clocks on which something sleeps. If the calling task is canceled, the call records nothing.
///
/// - Parameters:
///   - gracePeriod: How long the tasks may take to end after the body, in time in which code could run. Zero checks
///     once, and may also find a task that is ending at that moment.
///   - names: The names of tasks, of types, or of functions. A task with such a name, or that stands in such a
///     function, may be left. Known on Linux on x86_64; elsewhere, the call fails for these tasks, too.
///   - includesDetached: Whether tasks are found that the code makes detached, or on queues. They are those that any
///     code of the process has made meanwhile, so other tests must not run at the same time. Known on Linux on x86_64,
///     without a sanitizer, in a process of at most 64 MB; elsewhere, one line on standard error says that they are not
///     known. It takes some milliseconds for a body that makes tasks.
///   - body: The code. What belongs to the program and lives on by intent is made in `backgroundWork(_:)`.
///
/// - Returns: What the body returns.
/// - Throws: What the body throws. Tasks that are left are then no failure: the error may be the reason.
@discardableResult
public func endsAllTasks<Result>(
  within gracePeriod: Duration = .seconds(1), except names: [String] = [], includesDetached: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () async throws -> Result
) async rethrows -> Result {
  let rules = LeftoverRules(gracePeriod: gracePeriod, exceptions: names, includesDetached: includesDetached)
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let scope = TaskScope(of: "this code", rules, at: site)
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
  let end = TaskMark.current?.test.beginDeclared()
  defer { end?() }
  return try TaskMark.$current.withValue(nil, operation: body)
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
  let end = TaskMark.current?.test.beginDeclared()
  defer { end?() }
  return try await TaskMark.$current.withValue(nil, operation: body, isolation: isolation)
}
