#if canImport(XCTest)
  public import XCTest

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
