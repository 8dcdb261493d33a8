#if canImport(XCTest)
  public import XCTest
#endif

/// Waits until all of several expectations are complete.
///
/// ```swift
/// await wait(for: [saved, fetched], timeout: .seconds(5), enforceOrder: true)
/// ```
///
/// A wait that includes an expectation that must not happen lasts its whole timeout. An expectation that is listed
/// twice counts once. An empty list is a failure: there is nothing to wait for.
///
/// It suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it returns false
/// and records nothing.
///
/// - Parameters:
///   - waitables: The expectations to wait for; the types of their values may differ.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, without waiting.
///   - enforceOrder: Whether the expectations must become complete in the order of the list.
///
/// - Returns: Whether all expectations are complete. If they are not, the wait has recorded the failure, unless the
///   task was canceled.
@discardableResult
nonisolated(nonsending) public func wait(
  for waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Bool {
  await Wait(enforceOrder ? .allInOrder : .all, timeout: timeout, site: .at(fileID, filePath, line, column))
    .suspend(for: waitables.map(\.waitTarget.expectation)).recordFailure()
}

/// Waits until all of several expectations are complete, and blocks the calling thread as
/// `Expectation.wait(timeout:)` does: see the form to `await`.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(for:)`.")
@discardableResult
public func wait(
  for waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Bool {
  Wait(enforceOrder ? .allInOrder : .all, timeout: timeout, site: .at(fileID, filePath, line, column))
    .block(for: waitables.map(\.waitTarget.expectation)).recordFailure()
}

/// Waits until one of several expectations is complete, and returns its index.
///
/// ```swift
/// switch await wait(forAnyOf: [hit, miss], timeout: .seconds(5)) {
/// case 0: print("from the cache")
/// default: print("from the network")
/// }
/// ```
///
/// When several are already complete, the first to become complete counts. An error in one of them ends the wait at
/// once: the wait fails. For everything else, see `wait(for:timeout:enforceOrder:)`.
///
/// - Returns: The index of the complete expectation in the list, from 0. If it is nil, the wait has recorded the
///   failure, unless the task was canceled.
@discardableResult
nonisolated(nonsending) public func wait(
  forAnyOf waitables: [any Waitable], timeout: Duration? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> Int? {
  let wait = Wait(
    .any, timeout: timeout, site: .at(fileID, filePath, line, column))
  let ended = await wait.suspend(for: waitables.map(\.waitTarget.expectation))
  return ended.recordFailure() ? ended.first : nil
}

/// Waits until one of several expectations is complete, and blocks the calling thread as
/// `Expectation.wait(timeout:)` does: see the form to `await`.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(forAnyOf:)`.")
@discardableResult
public func wait(
  forAnyOf waitables: [any Waitable], timeout: Duration? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> Int? {
  let wait = Wait(
    .any, timeout: timeout, site: .at(fileID, filePath, line, column))
  let ended = wait.block(for: waitables.map(\.waitTarget.expectation))
  return ended.recordFailure() ? ended.first : nil
}

/// Waits until all of several expectations are complete, and returns a report of the wait.
///
/// ```swift
/// let report = await report(of: [saved, fetched], timeout: .milliseconds(200))
/// #expect(report.outcome == .timedOut)
/// ```
///
/// It never records a failure: it is for helpers and tools that judge the result themselves. For everything else, see
/// `wait(for:timeout:enforceOrder:)`.
///
/// - Returns: The report of the wait. ``WaitReport/record()`` records its failure afterwards. A problem that it
///   does not record is a failure of the next wait that finds it.
nonisolated(nonsending) public func report(
  of waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async -> WaitReport {
  let site = CallSite.at(fileID, filePath, line, column)
  return await Wait(enforceOrder ? .allInOrder : .all, timeout: timeout, needsReport: true, site: site)
    .suspend(for: waitables.map(\.waitTarget.expectation)).recordableReport()
}

/// Waits until all of several expectations are complete, blocks the calling thread as `Expectation.wait(timeout:)`
/// does, and returns a report of the wait: see the form to `await`.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await report(of:)`.")
public func report(
  of waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) -> WaitReport {
  let site = CallSite.at(fileID, filePath, line, column)
  return Wait(enforceOrder ? .allInOrder : .all, timeout: timeout, needsReport: true, site: site)
    .block(for: waitables.map(\.waitTarget.expectation)).recordableReport()
}

/// Waits until all of several expectations are complete, and returns their values as a tuple.
///
/// ```swift
/// let (document, records) = try await values(of: saved, fetched, timeout: .seconds(5))
/// ```
///
/// None may have a `count` that begins at `0`: it would have no value. For everything else, see
/// `wait(for:timeout:enforceOrder:)`.
///
/// - Returns: For each expectation, the value that completed it.
/// - Throws: The error that one of them was fulfilled with, at once; `CancellationError` when the task is canceled.
///   When the wait fails, it records the failure and throws an error that stops the test without a second failure.
@discardableResult
nonisolated(nonsending) public func values<each V: Sendable>(
  of expectations: repeat Expectation<each V>, timeout: Duration? = nil, enforceOrder: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async throws -> (repeat each V) {
  let site = CallSite.at(fileID, filePath, line, column)
  try await Wait(enforceOrder ? .allInOrder : .all, needsValues: true, timeout: timeout, site: site)
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
  let site = CallSite.at(fileID, filePath, line, column)
  try Wait(enforceOrder ? .allInOrder : .all, needsValues: true, timeout: timeout, site: site)
    .block(for: list(of: repeat each expectations)).requireSuccess()
  return (repeat (each expectations).completingValue)
}

/// Waits until all expectations of a list are complete, and returns their values.
///
/// ```swift
/// let photos = try await values(of: uploads.map(\.received), timeout: .seconds(5))
/// ```
///
/// For everything else, see the form that returns a tuple.
@discardableResult
nonisolated(nonsending) public func values<Value: Sendable>(
  of expectations: [Expectation<Value>], timeout: Duration? = nil, enforceOrder: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
) async throws -> [Value] {
  let site = CallSite.at(fileID, filePath, line, column)
  try await Wait(enforceOrder ? .allInOrder : .all, needsValues: true, timeout: timeout, site: site)
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
  let site = CallSite.at(fileID, filePath, line, column)
  try Wait(enforceOrder ? .allInOrder : .all, needsValues: true, timeout: timeout, site: site)
    .block(for: expectations.map(\.base)).requireSuccess()
  return expectations.map(\.completingValue)
}

private func list<each V: Sendable>(of expectations: repeat Expectation<each V>) -> [AnyExpectation] {
  var list: [AnyExpectation] = []
  for expectation in repeat each expectations { list.append(expectation.base) }
  return list
}

#if canImport(XCTest)
  // In a test case, a method of XCTest hides the free function of the same name. These methods call them.

  extension XCTestCase {
    /// Waits until all of several expectations are complete: see the free function `wait(for:timeout:enforceOrder:)`.
    @discardableResult
    nonisolated(nonsending) public func wait(
      for waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> Bool {
      await Expectations.wait(
        for: waitables, timeout: timeout, enforceOrder: enforceOrder,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Waits until all of several expectations are complete, and blocks the calling thread: see the free function
    /// `wait(for:timeout:enforceOrder:)`.
    @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(for:)`.")
    @discardableResult
    public func wait(
      for waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Bool {
      Expectations.wait(
        for: waitables, timeout: timeout, enforceOrder: enforceOrder,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Waits until one of several expectations is complete, and returns its index: see the free function
    /// `wait(forAnyOf:timeout:)`.
    @discardableResult
    nonisolated(nonsending) public func wait(
      forAnyOf waitables: [any Waitable], timeout: Duration? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> Int? {
      await Expectations.wait(
        forAnyOf: waitables, timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Waits until one of several expectations is complete, returns its index, and blocks the calling thread: see the
    /// free function `wait(forAnyOf:timeout:)`.
    @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(forAnyOf:)`.")
    @discardableResult
    public func wait(
      forAnyOf waitables: [any Waitable], timeout: Duration? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Int? {
      Expectations.wait(
        forAnyOf: waitables, timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
#endif
