/// Waits until all of them are complete, and returns whether they are. A failure has then been recorded.
///
/// ```swift
/// wait(for: saved, fetched, timeout: .seconds(5), enforceOrder: true)
/// ```
///
/// A wait that includes something that must not happen lasts its whole timeout. The same one given twice counts once.
/// None at all is a failure: there is nothing to wait for.
///
/// This form blocks the calling thread, as `Expectation.wait(timeout:)` does.
///
/// - `waitables`: What to wait for; the types of their values may differ.
/// - `timeout`: How long to wait at most; ``ExpectationDefaults/timeout`` when nil. Zero and less check once.
/// - `enforceOrder`: Whether they must become complete in the order of the list.
/// - `signal`: What ends the windows of those that must not happen as soon as it is complete; without it they last for the
///  whole timeout. It is not waited for itself.
/// - `clock`: What the timeout is measured on, when it is not the machine's clock: a ``ManualClock``, for example. Such a
///  wait is bounded in real time, too, by ``ExpectationDefaults/timeout``, should that clock stand still.
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

/// The suspending form of a wait for all: it holds no thread. When the task is cancelled it ends at once, returns false and
/// records nothing.
///
/// ```swift
/// await wait(for: saved, fetched, timeout: .seconds(5), enforceOrder: true)
/// ```
///
/// The parameters are those of the blocking form; `isolation` is the actor that the caller runs on and comes back to.
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

/// The same for a list that is put together at run time, blocking.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(for:)`.")
@discardableResult
public func wait(
  for waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = Few(all: waitables.map(\.waitTarget.expectation))
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, timeout: timeout, until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  let record = Wait.block(request)
  record.recordFailure()
  return record.isSuccess
}

/// The same for a list that is put together at run time, suspending.
@discardableResult
public func wait(
  for waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Bool {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = Few(all: waitables.map(\.waitTarget.expectation))
  let request = WaitRequest(
    expectations, rule: enforceOrder ? .allInOrder : .all, timeout: timeout, until: signal?.waitTarget.expectation,
    clock: clock,
    site: site)
  let record = await Wait.suspend(request)
  record.recordFailure()
  return record.isSuccess
}
