extension Expectation {
  /// Waits until the expectation is fulfilled with an error, and returns the error.
  ///
  /// ```swift
  /// let removed = Expectation("file removed")
  /// storage.remove(missingFile, completion: removed.errorHandler)
  /// let error = try removed.failure(timeout: .seconds(5))
  /// ```
  ///
  /// This form blocks the calling thread, as `wait(timeout:)` does; in an `async` function, `await` the other form.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
  ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///
  /// - Returns: The first error that the expectation was fulfilled with.
  /// - Throws: When the time is over, or the expectation becomes complete without an error, the call records a failure
  ///   and throws an error that stops the test without a second failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await failure(timeout:)`.")
  @discardableResult
  public func failure(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> any Error {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let request = WaitRequest(forTheErrorOf: self, timeout: timeout, clock: clock, site: site)
    return try error(of: Wait.block(request), at: site)
  }

  /// Waits until the expectation is fulfilled with an error, and returns the error.
  ///
  /// ```swift
  /// let removed = Expectation("file removed")
  /// storage.remove(missingFile, completion: removed.errorHandler)
  /// let error = try await removed.failure(timeout: .seconds(5))
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it
  /// throws `CancellationError` and records nothing.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
  ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///
  /// - Returns: The first error that the expectation was fulfilled with.
  /// - Throws: When the time is over, or the expectation becomes complete without an error, the call records a failure
  ///   and throws an error that stops the test without a second failure.
  @discardableResult
  public func failure(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> any Error {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let request = WaitRequest(forTheErrorOf: self, timeout: timeout, clock: clock, site: site)
    return try error(of: await Wait.suspend(request), at: site)
  }

  private func error(of record: WaitRecord, at site: CallSite) throws -> any Error {
    if let error = try record.requireError() { return error }
    throw stop(because: completingValue, wasNot: "an error", at: site)
  }
}

extension WaitRequest {
  fileprivate convenience init(
    forTheErrorOf expectation: any AnyExpectation, timeout: Duration?, clock: (any Clock<Duration>)?, site: CallSite
  ) {
    // `needsValues` rejects an expectation that must not happen: it has neither a value nor an error.
    self.init(
      TinyArray(expectation), needsValues: true, isMethodOfExpectation: true, goal: .error, timeout: timeout,
      clock: clock, site: site)
  }
}
