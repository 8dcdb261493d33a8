extension Recorder {
  /// Waits until the events have ended, with none left.
  ///
  /// This form blocks the calling thread; in an `async` function `await` the other form. Once they have ended, it can
  /// be called any number of times.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Throws: The error that the events ended with. When the time is over, or an event comes instead, a failure is
  ///   recorded, and an error is thrown that stops the test without another one.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await finish(timeout:)`.")
  public func finish(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try RecorderCall(storage, .end, timeout: timeout, clock: clock, site: site).block().requireSuccess()
  }

  /// Waits until the events have ended, with none left.
  ///
  /// ```swift
  /// #expect(try await events.next() == .saved)
  /// try await events.finish()
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is cancelled, it throws `CancellationError`
  /// at once and records nothing. Once the events have ended, it can be called any number of times.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's.
  ///   - isolation: The actor that the caller runs on, and that the call returns to.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Throws: The error that the events ended with. When the time is over, or an event comes instead, a failure is
  ///   recorded, and an error is thrown that stops the test without another one.
  public func finish(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try await RecorderCall(storage, .end, timeout: timeout, clock: clock, site: site).suspend().requireSuccess()
  }

  /// Waits until the events have ended with an error, with none left, and returns the error.
  ///
  /// This form blocks the calling thread; in an `async` function `await` the other form.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Returns: The error that the events ended with.
  /// - Throws: When the time is over, an event comes instead, or the events end without an error: a failure is
  ///   recorded, and an error is thrown that stops the test without another one.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await failure(timeout:)`.")
  @discardableResult
  public func failure(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> any Error {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try RecorderCall(storage, .error, timeout: timeout, clock: clock, site: site).block().requireError()
  }

  /// Waits until the events have ended with an error, with none left, and returns the error.
  ///
  /// ```swift
  /// let error = try await events.failure()
  /// #expect(error is URLError)
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is cancelled, it throws `CancellationError`
  /// at once and records nothing.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's.
  ///   - isolation: The actor that the caller runs on, and that the call returns to.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Returns: The error that the events ended with.
  /// - Throws: When the time is over, an event comes instead, or the events end without an error: a failure is
  ///   recorded, and an error is thrown that stops the test without another one.
  @discardableResult
  public func failure(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> any Error {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try await RecorderCall(storage, .error, timeout: timeout, clock: clock, site: site).suspend().requireError()
  }

  /// Expects that no event comes for some time.
  ///
  /// This form blocks the calling thread; in an `async` function `await` the other form.
  ///
  /// It fails at once if there is an event that has not been consumed, or an error, or when one comes. It succeeds at
  /// once if the events have ended.
  ///
  /// - Parameters:
  ///   - window: How long. The environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
  ///   - clock: The clock that the window is measured on, for example a ``ManualClock``; nil for the machine's.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Returns: Whether none came. If one did, the failure has been recorded.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectNone(for:)`.")
  @discardableResult
  public func expectNone(
    for window: Duration, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return RecorderCall(storage, .nothing, timeout: window, clock: clock, site: site).block().recordFailureIfAny()
  }

  /// Expects that no event comes for some time.
  ///
  /// ```swift
  /// await events.expectNone(for: .milliseconds(100))
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is cancelled, it returns false at once and
  /// records nothing.
  ///
  /// It fails at once if there is an event that has not been consumed, or an error, or when one comes. It succeeds at
  /// once if the events have ended.
  ///
  /// - Parameters:
  ///   - window: How long. The environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
  ///   - clock: The clock that the window is measured on, for example a ``ManualClock``; nil for the machine's.
  ///   - isolation: The actor that the caller runs on, and that the call returns to.
  ///   - fileID: The module and file that failures name; by default those of the call.
  ///   - filePath: The path that failures name; by default that of the call's file.
  ///   - line: The line that failures name; by default that of the call.
  ///   - column: The column that failures name; by default that of the call.
  ///
  /// - Returns: Whether none came. If one did, the failure has been recorded, unless the task was cancelled.
  @discardableResult
  public func expectNone(
    for window: Duration, clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await RecorderCall(storage, .nothing, timeout: window, clock: clock, site: site).suspend()
      .recordFailureIfAny()
  }
}
