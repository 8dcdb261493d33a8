/// Waits until all of them are complete, and returns their values as a tuple.
///
/// ```swift
/// let (document, records) = try values(of: saved, fetched, timeout: .seconds(5))
/// ```
///
/// This form blocks the calling thread, as `Expectation.wait(timeout:)` does.
///
/// - `expectations`: What to wait for. None may have a `count` that begins at `0`: it would have no value.
/// - `timeout`: How long to wait at most; ``ExpectationDefaults/timeout`` when nil. Zero and less check once.
/// - `clock`: What the timeout is measured on, when it is not the machine's clock: a ``ManualClock``, for example. Such a
///  wait is bounded in real time, too, by ``ExpectationDefaults/timeout``, should that clock stand still.
///
/// - Returns: The value that made each of them complete.
/// - Throws: The error that one of them was fulfilled with, at once. When the wait fails, the failure is recorded, and an
///   error is thrown that stops the test without another one.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await values(of:)`.")
@discardableResult
public func values<each V: Sendable>(
  of expectations: repeat Expectation<each V>, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws -> (repeat each V) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let request = WaitRequest(
    anyExpectations(of: repeat each expectations), needsValues: true, timeout: timeout, clock: clock, site: site)
  try Wait.block(request).requireSuccess()
  return (repeat (each expectations).completingValue)
}

/// The suspending form of a wait for values: it holds no thread. When the task is cancelled it ends at once and throws
/// `CancellationError`.
///
/// ```swift
/// let (document, records) = try await values(of: saved, fetched, timeout: .seconds(5))
/// ```
///
/// The parameters are those of the blocking form; `isolation` is the actor that the caller runs on and comes back to.
@discardableResult
public func values<each V: Sendable>(
  of expectations: repeat Expectation<each V>, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async throws -> (repeat each V) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let request = WaitRequest(
    anyExpectations(of: repeat each expectations), needsValues: true, timeout: timeout, clock: clock, site: site)
  try await Wait.suspend(request).requireSuccess()
  return (repeat (each expectations).completingValue)
}

/// The same for a list that is put together at run time, blocking: the values stand in its order.
///
/// ```swift
/// let photos = try values(of: uploads.map(\.received), timeout: .seconds(5))
/// ```
///
/// All values are of one type. Of no expectations at all there is nothing to wait for, which is a failure.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await values(of:)`.")
@discardableResult
public func values<Value: Sendable>(
  of expectations: [Expectation<Value>], timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws -> [Value] {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let members = Few<any AnyExpectation>(all: expectations)
  try Wait.block(WaitRequest(members, needsValues: true, timeout: timeout, clock: clock, site: site)).requireSuccess()
  return expectations.map(\.completingValue)
}

/// The same for a list that is put together at run time, suspending: the values stand in its order.
///
/// ```swift
/// let photos = try await values(of: uploads.map(\.received), timeout: .seconds(5))
/// ```
///
/// All values are of one type. Of no expectations at all there is nothing to wait for, which is a failure.
@discardableResult
public func values<Value: Sendable>(
  of expectations: [Expectation<Value>], timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async throws -> [Value] {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let members = Few<any AnyExpectation>(all: expectations)
  try await Wait.suspend(WaitRequest(members, needsValues: true, timeout: timeout, clock: clock, site: site))
    .requireSuccess()
  return expectations.map(\.completingValue)
}
