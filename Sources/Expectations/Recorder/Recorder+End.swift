extension Recorder {
  /// Waits until the events end, with no event left to consume.
  ///
  /// This form blocks the calling thread; in an `async` function, `await` the other form. After the events have ended,
  /// it can be called any number of times.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Throws: The error that the events ended with. When the time is over, or an event comes instead, the call records
  ///   a failure and throws an error that stops the test without a second failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await finish(timeout:)`.")
  public func finish(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try RecorderCall(storage, .end, timeout: timeout, clock: clock, site: site).block().requireSuccess()
  }

  /// Waits until the events end, with no event left to consume.
  ///
  /// ```swift
  /// #expect(try await events.next() == .saved)
  /// try await events.finish()
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is canceled, it throws `CancellationError`
  /// at once and records nothing. After the events have ended, it can be called any number of times.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Throws: The error that the events ended with. When the time is over, or an event comes instead, the call records
  ///   a failure and throws an error that stops the test without a second failure.
  public func finish(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try await RecorderCall(storage, .end, timeout: timeout, clock: clock, site: site).suspend().requireSuccess()
  }

  /// Waits until the events end with an error, with no event left to consume, and returns the error.
  ///
  /// This form blocks the calling thread; in an `async` function, `await` the other form.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Returns: The error that the events ended with.
  /// - Throws: When the time is over, an event comes instead, or the events end without an error, the call records a
  ///   failure and throws an error that stops the test without a second failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await failure(timeout:)`.")
  @discardableResult
  public func failure(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> any Error {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return try RecorderCall(storage, .error, timeout: timeout, clock: clock, site: site).block().requireError()
  }

  /// Waits until the events end with an error, with no event left to consume, and returns the error.
  ///
  /// ```swift
  /// let error = try await events.failure()
  /// #expect(error is URLError)
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is canceled, it throws `CancellationError`
  /// at once and records nothing.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Returns: The error that the events ended with.
  /// - Throws: When the time is over, an event comes instead, or the events end without an error, the call records a
  ///   failure and throws an error that stops the test without a second failure.
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
  /// This form blocks the calling thread; in an `async` function, `await` the other form.
  ///
  /// It fails at once if an unconsumed event exists, when an event comes, or when the events end with an error that no
  /// call has received. It succeeds at once if the events have already ended without such an error.
  ///
  /// - Parameters:
  ///   - window: How long no event may come; nil for ``ExpectationDefaults/timeout``. If no `clock` is given, the
  ///     environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
  ///   - clock: The clock that measures the window, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Returns: True if the whole window passed without an event, or the events have ended. Otherwise, the call has
  ///   recorded the failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectNone(for:)`.")
  @discardableResult
  public func expectNone(
    for window: Duration? = nil, clock: (any Clock<Duration>)? = nil,
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
  /// This form suspends the calling task and holds no thread. When the task is canceled, it returns false at once and
  /// records nothing.
  ///
  /// It fails at once if an unconsumed event exists, when an event comes, or when the events end with an error that no
  /// call has received. It succeeds at once if the events have already ended without such an error.
  ///
  /// - Parameters:
  ///   - window: How long no event may come; nil for ``ExpectationDefaults/timeout``. If no `clock` is given, the
  ///     environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
  ///   - clock: The clock that measures the window, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Returns: True if the whole window passed without an event, or the events have ended. Otherwise, the call has
  ///   recorded the failure, unless the task was canceled.
  @discardableResult
  public func expectNone(
    for window: Duration? = nil, clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    return await RecorderCall(storage, .nothing, timeout: window, clock: clock, site: site).suspend()
      .recordFailureIfAny()
  }
}
