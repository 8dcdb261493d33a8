extension Recorder {
  /// Consumes the next event; waits for it if it has not come yet.
  ///
  /// This form blocks the calling thread, as `Expectation.wait(timeout:)` does; in an `async` function, `await` the
  /// other form.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Returns: The event.
  /// - Throws: The recorded error, if it comes instead. When the time is over, or the events end, the call records a
  ///   failure and throws an error that stops the test without a second failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await next(timeout:)`.")
  @discardableResult
  public func next(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Element {
    try next(1, timeout: timeout, clock: clock, fileID: fileID, filePath: filePath, line: line, column: column)[0]
  }

  /// Consumes the next event; waits for it if it has not come yet.
  ///
  /// ```swift
  /// #expect(try await progress.next(timeout: .seconds(5)) == 0.5)
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is canceled, the call ends at once: it
  /// throws `CancellationError`, records nothing, and consumes nothing.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Returns: The event.
  /// - Throws: The recorded error, if it comes instead. When the time is over, or the events end, the call records a
  ///   failure and throws an error that stops the test without a second failure.
  @discardableResult
  public func next(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Element {
    try await next(1, timeout: timeout, clock: clock, fileID: fileID, filePath: filePath, line: line, column: column)[0]
  }

  /// Consumes the next `count` events; waits until all of them have come.
  ///
  /// This form blocks the calling thread; in an `async` function, `await` the other form.
  ///
  /// - Parameters:
  ///   - count: How many events. Zero returns at once; a negative number is a failure.
  ///   - timeout: How long to wait for all of them; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
  ///     checks once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Returns: The events, in order.
  /// - Throws: The recorded error, if it comes instead. When the time is over, or the events end, the call records a
  ///   failure that shows the events that came, does not consume them, and throws an error that stops the test without
  ///   a second failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await next(_:timeout:)`.")
  @discardableResult
  public func next(
    _ count: Int, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> [Element] {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let events = storage.take(count) {
      storage.noteImmediateCall(timeout: timeout, clock: clock, site: site)
      return events
    }
    return try RecorderCall(storage, .events(count), timeout: timeout, clock: clock, site: site).block()
      .requireEvents()
  }

  /// Consumes the next `count` events; waits until all of them have come.
  ///
  /// ```swift
  /// #expect(try await progress.next(2) == [0.5, 1])
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is canceled, the call ends at once: it
  /// throws `CancellationError`, records nothing, and consumes nothing.
  ///
  /// - Parameters:
  ///   - count: How many events. Zero returns at once; a negative number is a failure.
  ///   - timeout: How long to wait for all of them; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
  ///     checks once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Returns: The events, in order.
  /// - Throws: The recorded error, if it comes instead. When the time is over, or the events end, the call records a
  ///   failure that shows the events that came, does not consume them, and throws an error that stops the test without
  ///   a second failure.
  @discardableResult
  public func next(
    _ count: Int, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> [Element] {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let events = storage.take(count) {
      storage.noteImmediateCall(timeout: timeout, clock: clock, site: site)
      return events
    }
    return try await RecorderCall(storage, .events(count), timeout: timeout, clock: clock, site: site).suspend()
      .requireEvents()
  }

  /// Consumes the next `count` events without returning or comparing them.
  ///
  /// This form blocks the calling thread; in an `async` function, `await` the other form.
  ///
  /// - Parameters:
  ///   - count: How many events. A negative number is a failure.
  ///   - timeout: How long to wait for all of them; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
  ///     checks once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Returns: Whether all of them came. If they did not, the call has recorded the failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await skip(_:timeout:)`.")
  @discardableResult
  public func skip(
    _ count: Int = 1, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if storage.skip(count) {
      storage.noteImmediateCall(timeout: timeout, clock: clock, site: site)
      return true
    }
    return RecorderCall(storage, .events(count), timeout: timeout, clock: clock, site: site).block()
      .recordFailureIfAny()
  }

  /// Consumes the next `count` events without returning or comparing them.
  ///
  /// ```swift
  /// await events.skip(2)
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is canceled, the call ends at once: it
  /// returns false, records nothing, and consumes nothing.
  ///
  /// - Parameters:
  ///   - count: How many events. A negative number is a failure.
  ///   - timeout: How long to wait for all of them; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
  ///     checks once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Returns: Whether all of them came. If they did not, the call has recorded the failure, unless the task was
  ///   canceled.
  @discardableResult
  public func skip(
    _ count: Int = 1, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if storage.skip(count) {
      storage.noteImmediateCall(timeout: timeout, clock: clock, site: site)
      return true
    }
    return await RecorderCall(storage, .events(count), timeout: timeout, clock: clock, site: site).suspend()
      .recordFailureIfAny()
  }
}
