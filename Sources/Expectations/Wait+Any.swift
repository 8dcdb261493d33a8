/// Waits until one of them is complete, and returns its place in the list; nil when the wait failed, which has then been
/// recorded.
///
/// ```swift
/// switch wait(forAnyOf: hit, miss, timeout: .seconds(5)) {
/// case 0: print("from the cache")
/// default: print("from the network")
/// }
/// ```
///
/// When several are complete already, the first to become so counts. An error in one ends the wait at once: it fails.
///
/// This form blocks the calling thread, as `Expectation.wait(timeout:)` does.
///
/// - `waitables`: What to wait for; the types of their values may differ.
/// - `timeout`: How long to wait at most; ``ExpectationDefaults/timeout`` when nil. Zero and less check once.
/// - `clock`: What the timeout is measured on, when it is not the machine's clock: a ``ManualClock``, for example. Such a
///  wait is bounded in real time, too, by ``ExpectationDefaults/timeout``, should that clock stand still.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(forAnyOf:)`.")
@discardableResult
public func wait<each W: Waitable>(
  forAnyOf waitables: repeat each W, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Int? {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = anyExpectations(of: repeat each waitables)
  let record = Wait.block(WaitRequest(expectations, rule: .any, timeout: timeout, clock: clock, site: site))
  record.recordFailure()
  return record.isSuccess ? record.first : nil
}

/// The suspending form of a wait for any: it holds no thread. When the task is cancelled it ends at once, returns nil and
/// records nothing.
///
/// ```swift
/// switch await wait(forAnyOf: hit, miss, timeout: .seconds(5)) {
/// case 0: print("from the cache")
/// default: print("from the network")
/// }
/// ```
///
/// The parameters are those of the blocking form; `isolation` is the actor that the caller runs on and comes back to.
@discardableResult
public func wait<each W: Waitable>(
  forAnyOf waitables: repeat each W, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Int? {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = anyExpectations(of: repeat each waitables)
  let record = await Wait.suspend(WaitRequest(expectations, rule: .any, timeout: timeout, clock: clock, site: site))
  record.recordFailure()
  return record.isSuccess ? record.first : nil
}

/// The same for a list that is put together at run time, blocking.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(forAnyOf:)`.")
@discardableResult
public func wait(
  forAnyOf waitables: [any Waitable], timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Int? {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = Few(all: waitables.map(\.waitTarget.expectation))
  let record = Wait.block(WaitRequest(expectations, rule: .any, timeout: timeout, clock: clock, site: site))
  record.recordFailure()
  return record.isSuccess ? record.first : nil
}

/// The same for a list that is put together at run time, suspending.
@discardableResult
public func wait(
  forAnyOf waitables: [any Waitable], timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Int? {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let expectations = Few(all: waitables.map(\.waitTarget.expectation))
  let record = await Wait.suspend(WaitRequest(expectations, rule: .any, timeout: timeout, clock: clock, site: site))
  record.recordFailure()
  return record.isSuccess ? record.first : nil
}
