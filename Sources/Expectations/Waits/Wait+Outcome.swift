/// Waits until all of several expectations are complete, and returns a report of the wait.
///
/// ```swift
/// let report = outcome(of: saved, fetched, timeout: .milliseconds(200))
/// #expect(report.outcome == .timedOut)
/// ```
///
/// It never records a failure: it is for helpers and tools that judge the result themselves.
///
/// This form blocks the calling thread, as `Expectation.wait(timeout:)` does; in an `async` function, `await` the other
/// form.
///
/// - Parameters:
///   - waitables: The expectations to wait for; the types of their values may differ.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether the expectations must become complete in the order of the list.
///   - signal: Ends the windows of the expectations that must not happen, as soon as the signal is complete; nil for
///     windows that last the whole timeout. The wait fails if the signal does not come in time.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If the
///     clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///
/// - Returns: The report of the wait. ``WaitReport/record()`` records its failure afterwards.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await outcome(of:)`.")
public func outcome<each W: Waitable>(
  of waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> WaitReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = anyExpectations(of: repeat each waitables)
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, failures: .none, timeout: timeout,
    until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  return Wait.block(request).takeRecordableReport()
}

/// Waits until all of several expectations are complete, and returns a report of the wait.
///
/// ```swift
/// let report = await outcome(of: saved, fetched, timeout: .milliseconds(200))
/// #expect(report.outcome == .timedOut)
/// ```
///
/// It never records a failure: it is for helpers and tools that judge the result themselves.
///
/// This form suspends the calling task and holds no thread. When the task is canceled, the wait ends at once, with the
/// outcome ``WaitReport/Outcome/cancelled``.
///
/// - Parameters:
///   - waitables: The expectations to wait for; the types of their values may differ.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether the expectations must become complete in the order of the list.
///   - signal: Ends the windows of the expectations that must not happen, as soon as the signal is complete; nil for
///     windows that last the whole timeout. The wait fails if the signal does not come in time.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If the
///     clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///
/// - Returns: The report of the wait. ``WaitReport/record()`` records its failure afterwards.
public func outcome<each W: Waitable>(
  of waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> WaitReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = anyExpectations(of: repeat each waitables)
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, failures: .none, timeout: timeout,
    until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  return await Wait.suspend(request).takeRecordableReport()
}

/// Waits until all of several expectations are complete, and returns a report of the wait.
///
/// ```swift
/// let report = outcome(of: uploads.map(\.finished), timeout: .seconds(5))
/// ```
///
/// It never records a failure: it is for helpers and tools that judge the result themselves.
///
/// This form blocks the calling thread, as `Expectation.wait(timeout:)` does; in an `async` function, `await` the other
/// form.
///
/// - Parameters:
///   - waitables: The expectations to wait for, in a list that is made at run time.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether the expectations must become complete in the order of the list.
///   - signal: Ends the windows of the expectations that must not happen, as soon as the signal is complete; nil for
///     windows that last the whole timeout. The wait fails if the signal does not come in time.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If the
///     clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///
/// - Returns: The report of the wait. ``WaitReport/record()`` records its failure afterwards.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await outcome(of:)`.")
public func outcome(
  of waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> WaitReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = TinyArray(all: waitables.map(\.waitTarget.expectation))
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, failures: .none, timeout: timeout,
    until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  return Wait.block(request).takeRecordableReport()
}

/// Waits until all of several expectations are complete, and returns a report of the wait.
///
/// ```swift
/// let report = await outcome(of: uploads.map(\.finished), timeout: .seconds(5))
/// ```
///
/// It never records a failure: it is for helpers and tools that judge the result themselves.
///
/// This form suspends the calling task and holds no thread. When the task is canceled, the wait ends at once, with the
/// outcome ``WaitReport/Outcome/cancelled``.
///
/// - Parameters:
///   - waitables: The expectations to wait for, in a list that is made at run time.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether the expectations must become complete in the order of the list.
///   - signal: Ends the windows of the expectations that must not happen, as soon as the signal is complete; nil for
///     windows that last the whole timeout. The wait fails if the signal does not come in time.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If the
///     clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///
/// - Returns: The report of the wait. ``WaitReport/record()`` records its failure afterwards.
public func outcome(
  of waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> WaitReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = TinyArray(all: waitables.map(\.waitTarget.expectation))
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, failures: .none, timeout: timeout,
    until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  return await Wait.suspend(request).takeRecordableReport()
}

/// Does the same as `outcome(of:timeout:enforceOrder:)`, and blocks the calling thread.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await report(of:)`.")
public func report(
  of waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> WaitReport {
  outcome(
    of: waitables, timeout: timeout, enforceOrder: enforceOrder, fileID: fileID, filePath: filePath, line: line,
    column: column)
}

/// Does the same as `outcome(of:timeout:enforceOrder:)`.
public func report(
  of waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> WaitReport {
  await outcome(
    of: waitables, timeout: timeout, enforceOrder: enforceOrder, fileID: fileID, filePath: filePath, line: line,
    column: column)
}
