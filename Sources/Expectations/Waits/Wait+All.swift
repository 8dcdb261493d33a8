/// Waits until all of several expectations are complete.
///
/// ```swift
/// wait(for: saved, fetched, timeout: .seconds(5), enforceOrder: true)
/// ```
///
/// A wait that includes something that must not happen lasts its whole timeout. The same one given twice counts once.
/// None at all is a failure: there is nothing to wait for.
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
/// - Returns: Whether all are complete. If they are not, the failure has been recorded.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(for:)`.")
@discardableResult
public func wait<each W: Waitable>(
  for waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = anyExpectations(of: repeat each waitables)
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, timeout: timeout, until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  let record = Wait.block(request)
  record.recordFailure()
  return record.isSuccess
}

/// Waits until all of several expectations are complete.
///
/// ```swift
/// await wait(for: saved, fetched, timeout: .seconds(5), enforceOrder: true)
/// ```
///
/// A wait that includes something that must not happen lasts its whole timeout. The same one given twice counts once.
/// None at all is a failure: there is nothing to wait for.
///
/// This form suspends the calling task and holds no thread. When the task is cancelled the wait ends at once: it
/// returns false and records nothing.
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
/// - Returns: Whether all are complete. If they are not, the failure has been recorded, unless the task was cancelled.
@discardableResult
public func wait<each W: Waitable>(
  for waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Bool {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = anyExpectations(of: repeat each waitables)
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, timeout: timeout, until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  let record = await Wait.suspend(request)
  record.recordFailure()
  return record.isSuccess
}

/// Waits until all of several expectations are complete.
///
/// ```swift
/// wait(for: uploads.map(\.finished), timeout: .seconds(5))
/// ```
///
/// A wait that includes something that must not happen lasts its whole timeout. The same one given twice counts once.
/// None at all is a failure: there is nothing to wait for.
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
/// - Returns: Whether all are complete. If they are not, the failure has been recorded.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(for:)`.")
@discardableResult
public func wait(
  for waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = TinyArray(all: waitables.map(\.waitTarget.expectation))
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, timeout: timeout, until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  let record = Wait.block(request)
  record.recordFailure()
  return record.isSuccess
}

/// Waits until all of several expectations are complete.
///
/// ```swift
/// await wait(for: uploads.map(\.finished), timeout: .seconds(5))
/// ```
///
/// A wait that includes something that must not happen lasts its whole timeout. The same one given twice counts once.
/// None at all is a failure: there is nothing to wait for.
///
/// This form suspends the calling task and holds no thread. When the task is cancelled the wait ends at once: it
/// returns false and records nothing.
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
/// - Returns: Whether all are complete. If they are not, the failure has been recorded, unless the task was cancelled.
@discardableResult
public func wait(
  for waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Bool {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = TinyArray(all: waitables.map(\.waitTarget.expectation))
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, timeout: timeout, until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  let record = await Wait.suspend(request)
  record.recordFailure()
  return record.isSuccess
}
