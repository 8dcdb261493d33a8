/// Waits until all of several expectations are complete, and reports what happened.
///
/// ```swift
/// let report = outcome(of: saved, fetched, timeout: .milliseconds(200))
/// #expect(report.outcome == .timedOut)
/// ```
///
/// It records nothing, whatever happens: it is for helpers and tools that judge for themselves.
///
/// This form blocks the calling thread, as `Expectation.wait(timeout:)` does; in an `async` function `await` the other
/// form.
///
/// - Parameters:
///   - waitables: What to wait for; the types of their values may differ.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether they must become complete in the order of the list.
///   - signal: What ends the windows of those that must not happen, as soon as it is complete; nil lets them last for
///     the whole timeout. It is not waited for itself.
///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. Should
///     it stand still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///
/// - Returns: What happened. ``WaitReport/record()`` records its failure after all.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await outcome(of:)`.")
public func outcome<each W: Waitable>(
  of waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> WaitReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = anyExpectations(of: repeat each waitables)
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, recordsNothing: true, timeout: timeout,
    until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  return Wait.block(request).recordableReport
}

/// Waits until all of several expectations are complete, and reports what happened.
///
/// ```swift
/// let report = await outcome(of: saved, fetched, timeout: .milliseconds(200))
/// #expect(report.outcome == .timedOut)
/// ```
///
/// It records nothing, whatever happens: it is for helpers and tools that judge for themselves.
///
/// This form suspends the calling task and holds no thread. When the task is cancelled the wait ends at once: it has
/// the outcome ``WaitReport/Outcome/cancelled``.
///
/// - Parameters:
///   - waitables: What to wait for; the types of their values may differ.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether they must become complete in the order of the list.
///   - signal: What ends the windows of those that must not happen, as soon as it is complete; nil lets them last for
///     the whole timeout. It is not waited for itself.
///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. Should
///     it stand still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///   - isolation: The actor that the caller runs on, and that the call returns to.
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///
/// - Returns: What happened. ``WaitReport/record()`` records its failure after all.
public func outcome<each W: Waitable>(
  of waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> WaitReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = anyExpectations(of: repeat each waitables)
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, recordsNothing: true, timeout: timeout,
    until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  return await Wait.suspend(request).recordableReport
}

/// Waits until all of several expectations are complete, and reports what happened.
///
/// ```swift
/// let report = outcome(of: uploads.map(\.finished), timeout: .seconds(5))
/// ```
///
/// It records nothing, whatever happens: it is for helpers and tools that judge for themselves.
///
/// This form blocks the calling thread, as `Expectation.wait(timeout:)` does; in an `async` function `await` the other
/// form.
///
/// - Parameters:
///   - waitables: What to wait for, in a list that is put together at run time.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether they must become complete in the order of the list.
///   - signal: What ends the windows of those that must not happen, as soon as it is complete; nil lets them last for
///     the whole timeout. It is not waited for itself.
///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. Should
///     it stand still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///
/// - Returns: What happened. ``WaitReport/record()`` records its failure after all.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await outcome(of:)`.")
public func outcome(
  of waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> WaitReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = TinyArray(all: waitables.map(\.waitTarget.expectation))
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, recordsNothing: true, timeout: timeout,
    until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  return Wait.block(request).recordableReport
}

/// Waits until all of several expectations are complete, and reports what happened.
///
/// ```swift
/// let report = await outcome(of: uploads.map(\.finished), timeout: .seconds(5))
/// ```
///
/// It records nothing, whatever happens: it is for helpers and tools that judge for themselves.
///
/// This form suspends the calling task and holds no thread. When the task is cancelled the wait ends at once: it has
/// the outcome ``WaitReport/Outcome/cancelled``.
///
/// - Parameters:
///   - waitables: What to wait for, in a list that is put together at run time.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether they must become complete in the order of the list.
///   - signal: What ends the windows of those that must not happen, as soon as it is complete; nil lets them last for
///     the whole timeout. It is not waited for itself.
///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. Should
///     it stand still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///   - isolation: The actor that the caller runs on, and that the call returns to.
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///
/// - Returns: What happened. ``WaitReport/record()`` records its failure after all.
public func outcome(
  of waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> WaitReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = TinyArray(all: waitables.map(\.waitTarget.expectation))
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, recordsNothing: true, timeout: timeout,
    until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  return await Wait.suspend(request).recordableReport
}
