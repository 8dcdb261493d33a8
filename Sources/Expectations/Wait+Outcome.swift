/// Waits until all of them are complete, and returns what happened. It records nothing, whatever that is: for helpers and
/// tools that judge for themselves.
///
/// ```swift
/// let report = outcome(of: saved, fetched, timeout: .milliseconds(200))
/// #expect(report.outcome == .timedOut)
/// ```
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
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await outcome(of:)`.")
public func outcome<each W: Waitable>(
  of waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> WaitReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let cores = cores(of: repeat each waitables)
  let request = WaitRequest(
    cores, rule: enforceOrder ? .allInOrder : .all, isSilent: true, timeout: timeout, until: signal?.waitTarget.core,
    clock: clock,
    site: site)
  return Wait.block(request).recordableReport
}

/// The suspending form of a wait that records nothing: it holds no thread. When the task is cancelled it ends at once, with
/// the outcome ``WaitReport/Outcome/cancelled``.
///
/// ```swift
/// let report = await outcome(of: saved, fetched, timeout: .milliseconds(200))
/// #expect(report.outcome == .timedOut)
/// ```
///
/// The parameters are those of the blocking form; `isolation` is the actor that the caller runs on and comes back to.
public func outcome<each W: Waitable>(
  of waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> WaitReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let cores = cores(of: repeat each waitables)
  let request = WaitRequest(
    cores, rule: enforceOrder ? .allInOrder : .all, isSilent: true, timeout: timeout, until: signal?.waitTarget.core,
    clock: clock,
    site: site)
  return await Wait.suspend(request).recordableReport
}

/// The same for a list that is put together at run time, blocking.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await outcome(of:)`.")
public func outcome(
  of waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> WaitReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let cores = Few(all: waitables.map(\.waitTarget.core))
  let request = WaitRequest(
    cores, rule: enforceOrder ? .allInOrder : .all, isSilent: true, timeout: timeout, until: signal?.waitTarget.core,
    clock: clock,
    site: site)
  return Wait.block(request).recordableReport
}

/// The same for a list that is put together at run time, suspending.
public func outcome(
  of waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> WaitReport {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let cores = Few(all: waitables.map(\.waitTarget.core))
  let request = WaitRequest(
    cores, rule: enforceOrder ? .allInOrder : .all, isSilent: true, timeout: timeout, until: signal?.waitTarget.core,
    clock: clock,
    site: site)
  return await Wait.suspend(request).recordableReport
}
