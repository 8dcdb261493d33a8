extension Expectation {
  /// Waits until the expectation is fulfilled with an error, and returns the error.
  ///
  /// ```swift
  /// let removed = Expectation("file removed")
  /// storage.remove(missingFile, completion: removed.errorHandler)
  /// let error = try removed.failure(timeout: .seconds(5))
  /// ```
  ///
  /// This form blocks the calling thread, as `wait(timeout:)` does; in an `async` function `await` the other form.
  ///
  /// - `timeout`: How long to wait at most; ``ExpectationDefaults/timeout`` when nil. Zero and less check once.
  /// - `clock`: What the timeout is measured on, when it is not the machine's clock; see ``ManualClock``.
  ///
  /// - Returns: The first error that it was fulfilled with.
  /// - Throws: When the time is over, or the expectation becomes complete without an error: a failure is recorded, and an
  ///   error is thrown that stops the test without another one.
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
  /// This form suspends the calling task and holds no thread. When the task is cancelled the wait ends at once: it throws
  /// `CancellationError` and records nothing.
  ///
  /// - `timeout`: How long to wait at most; ``ExpectationDefaults/timeout`` when nil. Zero and less check once.
  /// - `clock`: What the timeout is measured on, when it is not the machine's clock; see ``ManualClock``.
  /// - `isolation`: The actor that the caller runs on, and comes back to.
  ///
  /// - Returns: The first error that it was fulfilled with.
  /// - Throws: When the time is over, or the expectation becomes complete without an error: a failure is recorded, and an
  ///   error is thrown that stops the test without another one.
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
  fileprivate init(
    forTheErrorOf expectation: any AnyExpectation, timeout: Duration?, clock: (any Clock<Duration>)?, site: CallSite
  ) {
    // What must not happen has neither a value nor an error.
    self.init(Few(expectation), needsValues: true, timeout: timeout, clock: clock, site: site)
    wantsError = true
  }
}
