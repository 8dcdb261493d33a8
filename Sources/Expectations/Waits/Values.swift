/// Waits until all of several expectations are complete, and returns their values as a tuple.
///
/// ```swift
/// let (document, records) = try await values(of: saved, fetched, timeout: .seconds(5))
/// ```
///
/// It suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it throws
/// `CancellationError` and records nothing.
///
/// - Parameters:
///   - expectations: The expectations to wait for. None may have a `count` that begins at `0`: it would have no value.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether the expectations must become complete in the order of the list.
///
/// - Returns: For each expectation, the value that completed it.
/// - Throws: The error that one of them was fulfilled with, at once. When the wait fails, it records the failure and
///   throws an error that stops the test without a second failure.
@discardableResult
nonisolated(nonsending) public func values<each V: Sendable>(
  of expectations: repeat Expectation<each V>, timeout: Duration? = nil, enforceOrder: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async throws -> (repeat each V) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  try await Wait(forValues: enforceOrder, timeout: timeout, site: site)
    .suspend(for: list(of: repeat each expectations)).requireSuccess()
  return (repeat (each expectations).completingValue)
}

/// Returns the values of several expectations as a tuple, and blocks the calling thread as
/// `Expectation.wait(timeout:)` does: see the form to `await`.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await values(of:)`.")
@discardableResult
public func values<each V: Sendable>(
  of expectations: repeat Expectation<each V>, timeout: Duration? = nil, enforceOrder: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws -> (repeat each V) {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  try Wait(forValues: enforceOrder, timeout: timeout, site: site)
    .block(for: list(of: repeat each expectations)).requireSuccess()
  return (repeat (each expectations).completingValue)
}

/// Waits until all expectations of a list are complete, and returns their values.
///
/// ```swift
/// let photos = try await values(of: uploads.map(\.received), timeout: .seconds(5))
/// ```
///
/// An empty list is a failure: there is nothing to wait for. For everything else, see the form that returns a tuple.
///
/// - Parameters:
///   - expectations: The expectations to wait for; all have values of one type. None may have a `count` that begins at
///     `0`: it would have no value.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether the expectations must become complete in the order of the list.
///
/// - Returns: For each expectation, the value that completed it, in the order of the list.
/// - Throws: The error that one of them was fulfilled with, at once. When the wait fails, it records the failure and
///   throws an error that stops the test without a second failure.
@discardableResult
nonisolated(nonsending) public func values<Value: Sendable>(
  of expectations: [Expectation<Value>], timeout: Duration? = nil, enforceOrder: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async throws -> [Value] {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  try await Wait(forValues: enforceOrder, timeout: timeout, site: site)
    .suspend(for: expectations.map(\.base)).requireSuccess()
  return expectations.map(\.completingValue)
}

/// Returns the values of a list of expectations, and blocks the calling thread as `Expectation.wait(timeout:)` does:
/// see the form to `await`.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await values(of:)`.")
@discardableResult
public func values<Value: Sendable>(
  of expectations: [Expectation<Value>], timeout: Duration? = nil, enforceOrder: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) throws -> [Value] {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  try Wait(forValues: enforceOrder, timeout: timeout, site: site)
    .block(for: expectations.map(\.base)).requireSuccess()
  return expectations.map(\.completingValue)
}

extension Wait {
  fileprivate convenience init(forValues enforceOrder: Bool, timeout: Duration?, site: CallSite) {
    self.init(enforceOrder ? .allInOrder : .all, needsValues: true, timeout: timeout, site: site)
  }
}

private func list<each V: Sendable>(of expectations: repeat Expectation<each V>) -> [AnyExpectation] {
  var list: [AnyExpectation] = []
  for expectation in repeat each expectations { list.append(expectation.base) }
  return list
}
