#if canImport(XCTest)
  public import XCTest

  extension XCTestCase {
    /// Waits until all of several expectations are complete.
    ///
    /// ```swift
    /// wait(for: saved, fetched, timeout: .seconds(5), enforceOrder: true)
    /// ```
    ///
    /// A wait that includes an expectation that must not happen lasts its whole timeout. An expectation that is listed
    /// twice counts once. An empty list is a failure: there is nothing to wait for.
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
    ///   - enforceOrder: Whether the expectations must become complete in the order of the list.
    ///   - signal: Ends the windows of the expectations that must not happen, as soon as the signal is complete; nil
    ///     for windows that last the whole timeout. The wait fails if the signal does not come in time.
    ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
    ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
    ///
    /// - Returns: Whether all expectations are complete. If they are not, the wait has recorded the failure.
    @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(for:)`.")
    @discardableResult
    public func wait<each W: Waitable>(
      for waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
      until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Bool {
      Expectations.wait(
        for: repeat each waitables, timeout: timeout, enforceOrder: enforceOrder, until: signal, clock: clock,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Waits until all of several expectations are complete.
    ///
    /// ```swift
    /// await wait(for: saved, fetched, timeout: .seconds(5), enforceOrder: true)
    /// ```
    ///
    /// A wait that includes an expectation that must not happen lasts its whole timeout. An expectation that is listed
    /// twice counts once. An empty list is a failure: there is nothing to wait for.
    ///
    /// This form suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it
    /// returns false and records nothing.
    ///
    /// In a test case, this method hides the free function of the same name.
    ///
    /// - Parameters:
    ///   - waitables: The expectations to wait for; the types of their values may differ.
    ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
    ///     checks once, without waiting.
    ///   - enforceOrder: Whether the expectations must become complete in the order of the list.
    ///   - signal: Ends the windows of the expectations that must not happen, as soon as the signal is complete; nil
    ///     for windows that last the whole timeout. The wait fails if the signal does not come in time.
    ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
    ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
    ///
    /// - Returns: Whether all expectations are complete. If they are not, the wait has recorded the failure, unless the
    ///   task was canceled.
    @discardableResult
    public func wait<each W: Waitable>(
      for waitables: repeat each W, timeout: Duration? = nil, enforceOrder: Bool = false,
      until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
      isolation: isolated (any Actor)? = #isolation,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> Bool {
      await Expectations.wait(
        for: repeat each waitables, timeout: timeout, enforceOrder: enforceOrder, until: signal, clock: clock,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Waits until all of several expectations are complete.
    ///
    /// ```swift
    /// wait(for: uploads.map(\.finished), timeout: .seconds(5))
    /// ```
    ///
    /// A wait that includes an expectation that must not happen lasts its whole timeout. An expectation that is listed
    /// twice counts once. An empty list is a failure: there is nothing to wait for.
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
    ///   - enforceOrder: Whether the expectations must become complete in the order of the list.
    ///   - signal: Ends the windows of the expectations that must not happen, as soon as the signal is complete; nil
    ///     for windows that last the whole timeout. The wait fails if the signal does not come in time.
    ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
    ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
    ///
    /// - Returns: Whether all expectations are complete. If they are not, the wait has recorded the failure.
    @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(for:)`.")
    @discardableResult
    public func wait(
      for waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
      until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) -> Bool {
      Expectations.wait(
        for: waitables, timeout: timeout, enforceOrder: enforceOrder, until: signal, clock: clock,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Waits until all of several expectations are complete.
    ///
    /// ```swift
    /// await wait(for: uploads.map(\.finished), timeout: .seconds(5))
    /// ```
    ///
    /// A wait that includes an expectation that must not happen lasts its whole timeout. An expectation that is listed
    /// twice counts once. An empty list is a failure: there is nothing to wait for.
    ///
    /// This form suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it
    /// returns false and records nothing.
    ///
    /// In a test case, this method hides the free function of the same name.
    ///
    /// - Parameters:
    ///   - waitables: The expectations to wait for, in a list that is made at run time.
    ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
    ///     checks once, without waiting.
    ///   - enforceOrder: Whether the expectations must become complete in the order of the list.
    ///   - signal: Ends the windows of the expectations that must not happen, as soon as the signal is complete; nil
    ///     for windows that last the whole timeout. The wait fails if the signal does not come in time.
    ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
    ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
    ///
    /// - Returns: Whether all expectations are complete. If they are not, the wait has recorded the failure, unless the
    ///   task was canceled.
    @discardableResult
    public func wait(
      for waitables: [any Waitable], timeout: Duration? = nil, enforceOrder: Bool = false,
      until signal: (any Waitable)? = nil, clock: (any Clock<Duration>)? = nil,
      isolation: isolated (any Actor)? = #isolation,
      fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
    ) async -> Bool {
      await Expectations.wait(
        for: waitables, timeout: timeout, enforceOrder: enforceOrder, until: signal, clock: clock,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
#endif
