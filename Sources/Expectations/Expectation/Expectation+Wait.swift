extension Expectation {
  /// Waits until the expectation is complete, and returns the value of the fulfillment that completed it.
  ///
  /// This form blocks the calling thread; in an `async` function `await` the other form. On the main thread it services
  /// the run loop and the main queue, on a thread whose run loop has sources that run loop; any other thread sleeps.
  ///
  /// ```swift
  /// let saved = Expectation("document saved", of: Bool.self)
  /// document.save(to: url) { saved.fulfill($0) }
  /// let isSaved = try saved.wait(timeout: .seconds(5))
  /// ```
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most, on a monotonic clock; nil for ``ExpectationDefaults/timeout``. Zero or a
  ///     negative timeout checks once, without waiting: what is complete already succeeds.
  ///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. Should
  ///     it stand still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Returns: With a `count` above one, the value that made it complete. All are in ``values``.
  /// - Throws: The error that the expectation was fulfilled with. When the wait fails, the failure is recorded, and an
  ///   error is thrown that stops the test without another one.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(timeout:)`.")
  @discardableResult
  @_disfavoredOverload  // of a Void expectation the Bool form is meant, also where a closure returns nothing
  public func wait(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Value {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try Wait.block(WaitRequest(TinyArray(self), needsValues: true, timeout: timeout, clock: clock, site: site))
      .requireSuccess()
    return completingValue
  }

  /// Waits until the expectation is complete, and returns the value of the fulfillment that completed it.
  ///
  /// This form suspends the calling task and holds no thread. When the task is cancelled the wait ends at once: it
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
  ///     negative timeout checks once, without waiting: what is complete already succeeds.
  ///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. Should
  ///     it stand still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///   - isolation: The actor that the caller runs on, and that the call returns to.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Returns: With a `count` above one, the value that made it complete. All are in ``values``.
  /// - Throws: The error that the expectation was fulfilled with. When the wait fails, the failure is recorded, and an
  ///   error is thrown that stops the test without another one.
  @discardableResult
  @_disfavoredOverload  // of a Void expectation the Bool form is meant, also where a closure returns nothing
  public func wait(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Value {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try await Wait.suspend(WaitRequest(TinyArray(self), needsValues: true, timeout: timeout, clock: clock, site: site))
      .requireSuccess()
    return completingValue
  }
}

extension Expectation where Value == Void {
  /// Waits until the expectation is complete.
  ///
  /// This form blocks the calling thread; in an `async` function `await` the other form. On the main thread it services
  /// the run loop and the main queue, on a thread whose run loop has sources that run loop; any other thread sleeps.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most, and for a `count` of `0` how long it must not happen, on a monotonic clock;
  ///     nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks once, without waiting.
  ///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. Should
  ///     it stand still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Returns: Whether the expectation is complete. If it is not, the failure has been recorded.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(timeout:)`.")
  @discardableResult
  public func wait(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let record = Wait.block(WaitRequest(TinyArray(self), timeout: timeout, clock: clock, site: site))
    record.recordFailure()
    return record.isSuccess
  }

  /// Waits until the expectation is complete.
  ///
  /// This form suspends the calling task and holds no thread. When the task is cancelled the wait ends at once: it
  /// returns false and records nothing.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most, and for a `count` of `0` how long it must not happen, on a monotonic clock;
  ///     nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks once, without waiting.
  ///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. Should
  ///     it stand still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///   - isolation: The actor that the caller runs on, and that the call returns to.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Returns: Whether the expectation is complete. If it is not, the failure has been recorded, unless the task was
  ///   cancelled.
  @discardableResult
  public func wait(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let record = await Wait.suspend(WaitRequest(TinyArray(self), timeout: timeout, clock: clock, site: site))
    record.recordFailure()
    return record.isSuccess
  }

  /// Waits for an expectation that must not happen, until something else is complete.
  ///
  /// ```swift
  /// let failed = Expectation("save failed", count: 0)
  /// let saved = Expectation("document saved")
  /// document.save(onError: failed.handler, onSuccess: saved.handler)
  /// failed.wait(until: saved)
  /// ```
  ///
  /// This form blocks the calling thread; in an `async` function `await` the other form. On the main thread it services
  /// the run loop and the main queue, on a thread whose run loop has sources that run loop; any other thread sleeps.
  ///
  /// - Parameters:
  ///   - timeout: How long it must not happen, unless `signal` is complete before that; nil for
  ///     ``ExpectationDefaults/timeout``. For an expectation that must happen, how long to wait at most: `signal` does
  ///     not end that. Zero or a negative timeout checks once, without waiting.
  ///   - signal: What ends the time in which it must not happen, as soon as it is complete; nil ends nothing. It is not
  ///     waited for itself.
  ///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. Should
  ///     it stand still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Returns: Whether the wait succeeded. If it did not, the failure has been recorded.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(timeout:until:)`.")
  @discardableResult
  public func wait(
    timeout: Duration? = nil, until signal: (any Waitable)?, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let record = Wait.block(
      WaitRequest(TinyArray(self), timeout: timeout, until: signal?.waitTarget.expectation, clock: clock, site: site))
    record.recordFailure()
    return record.isSuccess
  }

  /// Waits for an expectation that must not happen, until something else is complete.
  ///
  /// ```swift
  /// let failed = Expectation("save failed", count: 0)
  /// let saved = Expectation("document saved")
  /// document.save(onError: failed.handler, onSuccess: saved.handler)
  /// await failed.wait(until: saved)
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is cancelled the wait ends at once: it
  /// returns false and records nothing.
  ///
  /// - Parameters:
  ///   - timeout: How long it must not happen, unless `signal` is complete before that; nil for
  ///     ``ExpectationDefaults/timeout``. For an expectation that must happen, how long to wait at most: `signal` does
  ///     not end that. Zero or a negative timeout checks once, without waiting.
  ///   - signal: What ends the time in which it must not happen, as soon as it is complete; nil ends nothing. It is not
  ///     waited for itself.
  ///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. Should
  ///     it stand still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///   - isolation: The actor that the caller runs on, and that the call returns to.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Returns: Whether the wait succeeded. If it did not, the failure has been recorded, unless the task was
  ///   cancelled.
  @discardableResult
  public func wait(
    timeout: Duration? = nil, until signal: (any Waitable)?, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let record = await Wait.suspend(
      WaitRequest(TinyArray(self), timeout: timeout, until: signal?.waitTarget.expectation, clock: clock, site: site))
    record.recordFailure()
    return record.isSuccess
  }
}
