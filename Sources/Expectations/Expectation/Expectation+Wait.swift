extension Expectation {
  /// Waits until the expectation is complete, and returns the value of the fulfillment that completed it.
  ///
  /// This form blocks the calling thread; in an `async` function, `await` the other form. On the main thread, it
  /// services the run loop and the main queue. On another thread with a run loop that has sources, it services that run
  /// loop. Any other thread sleeps.
  ///
  /// ```swift
  /// let saved = Expectation("document saved", of: Bool.self)
  /// document.save(to: url) { saved.fulfill($0) }
  /// let isSaved = try saved.wait(timeout: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most, on a monotonic clock; nil for ``ExpectationDefaults/timeout``. Zero or a
  ///     negative timeout checks once, without waiting: it succeeds if the expectation is already complete.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
  ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///
  /// - Returns: The value of the fulfillment that completed the expectation. ``values`` has all values.
  /// - Throws: The error that the expectation was fulfilled with. When the wait fails, it records the failure and
  ///   throws an error that stops the test without a second failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(timeout:)`.")
  @discardableResult
  @_disfavoredOverload  // a Void expectation prefers the Bool form, even in a closure that returns nothing
  public func wait(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Value {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try Wait.block(
      WaitRequest(
        TinyArray(self), needsValues: true, isMethodOfExpectation: true, timeout: timeout, clock: clock, site: site)
    )
    .requireSuccess()
    return completingValue
  }

  /// Waits until the expectation is complete, and returns the value of the fulfillment that completed it.
  ///
  /// This form suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it
  /// throws `CancellationError` and records nothing.
  ///
  /// ```swift
  /// let saved = Expectation("document saved", of: Bool.self)
  /// document.save(to: url) { saved.fulfill($0) }
  /// #expect(try await saved.wait(timeout: .seconds(5)))
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most, on a monotonic clock; nil for ``ExpectationDefaults/timeout``. Zero or a
  ///     negative timeout checks once, without waiting: it succeeds if the expectation is already complete.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
  ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///
  /// - Returns: The value of the fulfillment that completed the expectation. ``values`` has all values.
  /// - Throws: The error that the expectation was fulfilled with. When the wait fails, it records the failure and
  ///   throws an error that stops the test without a second failure.
  @discardableResult
  @_disfavoredOverload  // a Void expectation prefers the Bool form, even in a closure that returns nothing
  public func wait(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Value {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try await Wait.suspend(
      WaitRequest(
        TinyArray(self), needsValues: true, isMethodOfExpectation: true, timeout: timeout, clock: clock, site: site)
    )
    .requireSuccess()
    return completingValue
  }
}

extension Expectation where Value == Void {
  /// Waits until the expectation is complete.
  ///
  /// This form blocks the calling thread; in an `async` function, `await` the other form. On the main thread, it
  /// services the run loop and the main queue. On another thread with a run loop that has sources, it services that run
  /// loop. Any other thread sleeps.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most, on a monotonic clock; nil for ``ExpectationDefaults/timeout``. With a
  ///     `count` of `0`, how long it must not happen. Zero or a negative timeout checks once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
  ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///
  /// - Returns: Whether the expectation is complete. If it is not, the wait has recorded the failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(timeout:)`.")
  @discardableResult
  public func wait(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let record = Wait.block(
      WaitRequest(
        TinyArray(self), isMethodOfExpectation: true, timeout: timeout, clock: clock, site: site))
    record.recordFailure()
    return record.isSuccess
  }

  /// Waits until the expectation is complete.
  ///
  /// This form suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it
  /// returns false and records nothing.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most, on a monotonic clock; nil for ``ExpectationDefaults/timeout``. With a
  ///     `count` of `0`, how long it must not happen. Zero or a negative timeout checks once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
  ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///
  /// - Returns: Whether the expectation is complete. If it is not, the wait has recorded the failure, unless the task
  ///   was canceled.
  @discardableResult
  public func wait(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let record = await Wait.suspend(
      WaitRequest(
        TinyArray(self), isMethodOfExpectation: true, timeout: timeout, clock: clock, site: site))
    record.recordFailure()
    return record.isSuccess
  }

  /// Waits for an expectation that must not happen, until another expectation is complete.
  ///
  /// ```swift
  /// let failed = Expectation("save failed", count: 0)
  /// let saved = Expectation("document saved")
  /// document.save(onError: failed.handler, onSuccess: saved.handler)
  /// failed.wait(until: saved)
  /// ```
  ///
  /// This form blocks the calling thread; in an `async` function, `await` the other form. On the main thread, it
  /// services the run loop and the main queue. On another thread with a run loop that has sources, it services that run
  /// loop. Any other thread sleeps.
  ///
  /// - Parameters:
  ///   - timeout: How long the expectation must not happen, unless `signal` is complete sooner; nil for
  ///     ``ExpectationDefaults/timeout``. For an expectation that must happen, how long to wait at most: `signal` does
  ///     not end that wait. Zero or a negative timeout checks once, without waiting.
  ///   - signal: Ends the time in which the expectation must not happen, as soon as the signal is complete; nil for no
  ///     signal. The wait fails if the signal does not come in time.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
  ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///
  /// - Returns: Whether the wait succeeded. If it did not, it has recorded the failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(timeout:until:)`.")
  @discardableResult
  public func wait(
    timeout: Duration? = nil, until signal: (any Waitable)?, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let record = Wait.block(
      WaitRequest(
        TinyArray(self), isMethodOfExpectation: true, timeout: timeout, until: signal?.waitTarget.expectation,
        clock: clock, site: site))
    record.recordFailure()
    return record.isSuccess
  }

  /// Waits for an expectation that must not happen, until another expectation is complete.
  ///
  /// ```swift
  /// let failed = Expectation("save failed", count: 0)
  /// let saved = Expectation("document saved")
  /// document.save(onError: failed.handler, onSuccess: saved.handler)
  /// await failed.wait(until: saved)
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it
  /// returns false and records nothing.
  ///
  /// - Parameters:
  ///   - timeout: How long the expectation must not happen, unless `signal` is complete sooner; nil for
  ///     ``ExpectationDefaults/timeout``. For an expectation that must happen, how long to wait at most: `signal` does
  ///     not end that wait. Zero or a negative timeout checks once, without waiting.
  ///   - signal: Ends the time in which the expectation must not happen, as soon as the signal is complete; nil for no
  ///     signal. The wait fails if the signal does not come in time.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
  ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///
  /// - Returns: Whether the wait succeeded. If it did not, it has recorded the failure, unless the task was canceled.
  @discardableResult
  public func wait(
    timeout: Duration? = nil, until signal: (any Waitable)?, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let record = await Wait.suspend(
      WaitRequest(
        TinyArray(self), isMethodOfExpectation: true, timeout: timeout, until: signal?.waitTarget.expectation,
        clock: clock, site: site))
    record.recordFailure()
    return record.isSuccess
  }
}
