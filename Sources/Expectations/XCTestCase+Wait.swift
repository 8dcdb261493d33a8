public import XCTest

extension XCTestCase {
  /// The free function of this name, which this method hides in a test case.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(for:)`.")
  @discardableResult
  public func wait<each W: Waitable>(
    for waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
    until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    Expectations.wait(
      for: repeat each waitables, timeout: timeout, enforceOrder: enforceOrder, until: signal, clock: clock,
      fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  @discardableResult
  public func wait<each W: Waitable>(
    for waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
    until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    await Expectations.wait(
      for: repeat each waitables, timeout: timeout, enforceOrder: enforceOrder, until: signal, clock: clock,
      fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(for:)`.")
  @discardableResult
  public func wait(
    for waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
    until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    Expectations.wait(
      for: waitables, timeout: timeout, enforceOrder: enforceOrder, until: signal, clock: clock, fileID: fileID,
      filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  @discardableResult
  public func wait(
    for waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
    until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    await Expectations.wait(
      for: waitables, timeout: timeout, enforceOrder: enforceOrder, until: signal, clock: clock, fileID: fileID,
      filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(forAnyOf:)`.")
  @discardableResult
  public func wait<each W: Waitable>(
    forAnyOf waitables: repeat each W, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Int? {
    Expectations.wait(
      forAnyOf: repeat each waitables, timeout: timeout, clock: clock, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  @discardableResult
  public func wait<each W: Waitable>(
    forAnyOf waitables: repeat each W, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Int? {
    await Expectations.wait(
      forAnyOf: repeat each waitables, timeout: timeout, clock: clock, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(forAnyOf:)`.")
  @discardableResult
  public func wait(
    forAnyOf waitables: [any Waitable], timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Int? {
    Expectations.wait(
      forAnyOf: waitables, timeout: timeout, clock: clock, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  @discardableResult
  public func wait(
    forAnyOf waitables: [any Waitable], timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Int? {
    await Expectations.wait(
      forAnyOf: waitables, timeout: timeout, clock: clock, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await outcome(of:)`.")
  public func outcome<each W: Waitable>(
    of waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
    until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> WaitReport {
    Expectations.outcome(
      of: repeat each waitables, timeout: timeout, enforceOrder: enforceOrder, until: signal, clock: clock,
      fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  public func outcome<each W: Waitable>(
    of waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
    until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> WaitReport {
    await Expectations.outcome(
      of: repeat each waitables, timeout: timeout, enforceOrder: enforceOrder, until: signal, clock: clock,
      fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await outcome(of:)`.")
  public func outcome(
    of waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
    until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> WaitReport {
    Expectations.outcome(
      of: waitables, timeout: timeout, enforceOrder: enforceOrder, until: signal, clock: clock, fileID: fileID,
      filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  public func outcome(
    of waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
    until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> WaitReport {
    await Expectations.outcome(
      of: waitables, timeout: timeout, enforceOrder: enforceOrder, until: signal, clock: clock, fileID: fileID,
      filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await values(of:)`.")
  @discardableResult
  public func values<each V: Sendable>(
    of expectations: repeat Expectation<each V>, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> (repeat each V) {
    try Expectations.values(
      of: repeat each expectations, timeout: timeout, clock: clock, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  @discardableResult
  public func values<each V: Sendable>(
    of expectations: repeat Expectation<each V>, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> (repeat each V) {
    try await Expectations.values(
      of: repeat each expectations, timeout: timeout, clock: clock, fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await values(of:)`.")
  @discardableResult
  public func values<Value: Sendable>(
    of expectations: [Expectation<Value>], timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> [Value] {
    try Expectations.values(
      of: expectations, timeout: timeout, clock: clock, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The free function of this name, which this method hides in a test case.
  @discardableResult
  public func values<Value: Sendable>(
    of expectations: [Expectation<Value>], timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> [Value] {
    try await Expectations.values(
      of: expectations, timeout: timeout, clock: clock, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
