/// Waits until all of several expectations are complete, and returns their values as a tuple.
///
/// ```swift
/// let (document, records) = try values(of: saved, fetched, timeout: .seconds(5))
/// ```
///
/// This form blocks the calling thread, as `Expectation.wait(timeout:)` does; in an `async` function, `await` the other
/// form.
///
/// - Parameters:
///   - expectations: The expectations to wait for. None may have a `count` that begins at `0`: it would have no value.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether the expectations must become complete in the order of the list.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If the
///     clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///
/// - Returns: For each expectation, the value that completed it.
/// - Throws: The error that one of them was fulfilled with, at once. When the wait fails, it records the failure and
///   throws an error that stops the test without a second failure.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await values(of:)`.")
@discardableResult
public func values<each V: Sendable>(
  of expectations: repeat Expectation<each V>, timeout: Duration? = nil, enforceOrder: Bool = false,
  clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws -> (repeat each V) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let request = WaitRequest(
    anyExpectations(of: repeat each expectations), rule: enforceOrder ? .allInOrder : .all, needsValues: true,
    timeout: timeout, clock: clock, site: site)
  try Wait.block(request).requireSuccess()
  return (repeat (each expectations).completingValue)
}

/// Waits until all of several expectations are complete, and returns their values as a tuple.
///
/// ```swift
/// let (document, records) = try await values(of: saved, fetched, timeout: .seconds(5))
/// ```
///
/// This form suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it
/// throws `CancellationError` and records nothing.
///
/// - Parameters:
///   - expectations: The expectations to wait for. None may have a `count` that begins at `0`: it would have no value.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether the expectations must become complete in the order of the list.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If the
///     clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///
/// - Returns: For each expectation, the value that completed it.
/// - Throws: The error that one of them was fulfilled with, at once. When the wait fails, it records the failure and
///   throws an error that stops the test without a second failure.
@discardableResult
public func values<each V: Sendable>(
  of expectations: repeat Expectation<each V>, timeout: Duration? = nil, enforceOrder: Bool = false,
  clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async throws -> (repeat each V) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let request = WaitRequest(
    anyExpectations(of: repeat each expectations), rule: enforceOrder ? .allInOrder : .all, needsValues: true,
    timeout: timeout, clock: clock, site: site)
  try await Wait.suspend(request).requireSuccess()
  return (repeat (each expectations).completingValue)
}

/// Waits until all expectations of a list are complete, and returns their values.
///
/// ```swift
/// let photos = try values(of: uploads.map(\.received), timeout: .seconds(5))
/// ```
///
/// An empty list is a failure: there is nothing to wait for.
///
/// This form blocks the calling thread, as `Expectation.wait(timeout:)` does; in an `async` function, `await` the other
/// form.
///
/// - Parameters:
///   - expectations: The expectations to wait for, in a list that is made at run time; all have values of one type.
///     None may have a `count` that begins at `0`: it would have no value.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether the expectations must become complete in the order of the list.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If the
///     clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///
/// - Returns: For each expectation, the value that completed it, in the order of the list.
/// - Throws: The error that one of them was fulfilled with, at once. When the wait fails, it records the failure and
///   throws an error that stops the test without a second failure.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await values(of:)`.")
@discardableResult
public func values<Value: Sendable>(
  of expectations: [Expectation<Value>], timeout: Duration? = nil, enforceOrder: Bool = false,
  clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws -> [Value] {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let members = TinyArray<any AnyExpectation>(all: expectations)
  try Wait.block(
    WaitRequest(
      members, rule: enforceOrder ? .allInOrder : .all, needsValues: true, timeout: timeout, clock: clock, site: site)
  ).requireSuccess()
  return expectations.map(\.completingValue)
}

/// Waits until all expectations of a list are complete, and returns their values.
///
/// ```swift
/// let photos = try await values(of: uploads.map(\.received), timeout: .seconds(5))
/// ```
///
/// An empty list is a failure: there is nothing to wait for.
///
/// This form suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it
/// throws `CancellationError` and records nothing.
///
/// - Parameters:
///   - expectations: The expectations to wait for, in a list that is made at run time; all have values of one type.
///     None may have a `count` that begins at `0`: it would have no value.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether the expectations must become complete in the order of the list.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If the
///     clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///
/// - Returns: For each expectation, the value that completed it, in the order of the list.
/// - Throws: The error that one of them was fulfilled with, at once. When the wait fails, it records the failure and
///   throws an error that stops the test without a second failure.
@discardableResult
public func values<Value: Sendable>(
  of expectations: [Expectation<Value>], timeout: Duration? = nil, enforceOrder: Bool = false,
  clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async throws -> [Value] {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  let members = TinyArray<any AnyExpectation>(all: expectations)
  try await Wait.suspend(
    WaitRequest(
      members, rule: enforceOrder ? .allInOrder : .all, needsValues: true, timeout: timeout, clock: clock, site: site)
  ).requireSuccess()
  return expectations.map(\.completingValue)
}
