#if canImport(XCTest)
  public import XCTest

  extension XCTestCase {
    /// Waits until one of several expectations is complete, and returns its index.
    ///
    /// ```swift
    /// switch wait(forAnyOf: hit, miss, timeout: .seconds(5)) {
    /// case 0: print("from the cache")
    /// default: print("from the network")
    /// }
    /// ```
    ///
    /// When several are already complete, the first to become complete counts. An error in one of them ends the wait at
    /// once: the wait fails.
    ///
    /// This form blocks the calling thread, as `Expectation.wait(timeout:)` does; in an `async` function, `await` the
    /// other form.
    ///
    /// In a test case, this method hides the free function of the same name.
    ///
    /// - Parameters:
    ///   - waitables: The expectations to wait for; the types of their values may differ.
    ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
    ///     checks once, without waiting.
    ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
    ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
    ///
    /// - Returns: The index of the complete expectation in the list, from 0. If it is nil, the wait has recorded the
    ///   failure.
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

    /// Waits until one of several expectations is complete, and returns its index.
    ///
    /// ```swift
    /// switch await wait(forAnyOf: hit, miss, timeout: .seconds(5)) {
    /// case 0: print("from the cache")
    /// default: print("from the network")
    /// }
    /// ```
    ///
    /// When several are already complete, the first to become complete counts. An error in one of them ends the wait at
    /// once: the wait fails.
    ///
    /// This form suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it
    /// returns nil and records nothing.
    ///
    /// In a test case, this method hides the free function of the same name.
    ///
    /// - Parameters:
    ///   - waitables: The expectations to wait for; the types of their values may differ.
    ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
    ///     checks once, without waiting.
    ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
    ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
    ///
    /// - Returns: The index of the complete expectation in the list, from 0. If it is nil, the wait has recorded the
    ///   failure, unless the task was canceled.
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

    /// Waits until one of several expectations is complete, and returns its index.
    ///
    /// ```swift
    /// let first = wait(forAnyOf: mirrors.map(\.answered), timeout: .seconds(5))
    /// ```
    ///
    /// When several are already complete, the first to become complete counts. An error in one of them ends the wait at
    /// once: the wait fails.
    ///
    /// This form blocks the calling thread, as `Expectation.wait(timeout:)` does; in an `async` function, `await` the
    /// other form.
    ///
    /// In a test case, this method hides the free function of the same name.
    ///
    /// - Parameters:
    ///   - waitables: The expectations to wait for, in a list that is made at run time.
    ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
    ///     checks once, without waiting.
    ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
    ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
    ///
    /// - Returns: The index of the complete expectation in the list, from 0. If it is nil, the wait has recorded the
    ///   failure.
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

    /// Waits until one of several expectations is complete, and returns its index.
    ///
    /// ```swift
    /// let first = await wait(forAnyOf: mirrors.map(\.answered), timeout: .seconds(5))
    /// ```
    ///
    /// When several are already complete, the first to become complete counts. An error in one of them ends the wait at
    /// once: the wait fails.
    ///
    /// This form suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it
    /// returns nil and records nothing.
    ///
    /// In a test case, this method hides the free function of the same name.
    ///
    /// - Parameters:
    ///   - waitables: The expectations to wait for, in a list that is made at run time.
    ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
    ///     checks once, without waiting.
    ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
    ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
    ///
    /// - Returns: The index of the complete expectation in the list, from 0. If it is nil, the wait has recorded the
    ///   failure, unless the task was canceled.
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
  }
#endif
