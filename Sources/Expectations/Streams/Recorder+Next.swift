extension Recorder {
  /// Consumes the next event, waiting for it if it is not there yet.
  ///
  /// This form blocks the calling thread, as `Expectation.wait(timeout:)` does; in an `async` function `await` the other
  /// form.
  ///
  /// - `timeout`: How long to wait at most; ``ExpectationDefaults/timeout`` when nil. Zero and less check once.
  /// - `clock`: What the timeout is measured on, when it is not the machine's clock; see ``ManualClock``.
  ///
  /// - Throws: The error that was recorded, when it comes instead. When the time is over, or the events end, a failure is
  ///   recorded, and an error is thrown that stops the test without another one.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await next(timeout:)`.")
  @discardableResult
  public func next(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Element {
    try next(1, timeout: timeout, clock: clock, fileID: fileID, filePath: filePath, line: line, column: column)[0]
  }

  /// Consumes the next event, waiting for it if it is not there yet.
  ///
  /// ```swift
  /// #expect(try await progress.next(timeout: .seconds(5)) == 0.5)
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is cancelled, the call ends at once: it throws
  /// `CancellationError`, records nothing, and consumes nothing.
  ///
  /// - `timeout`: How long to wait at most; ``ExpectationDefaults/timeout`` when nil. Zero and less check once.
  /// - `clock`: What the timeout is measured on, when it is not the machine's clock; see ``ManualClock``.
  /// - `isolation`: The actor that the caller runs on, and comes back to.
  ///
  /// - Throws: The error that was recorded, when it comes instead. When the time is over, or the events end, a failure is
  ///   recorded, and an error is thrown that stops the test without another one.
  @discardableResult
  public func next(
    timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Element {
    try await next(1, timeout: timeout, clock: clock, fileID: fileID, filePath: filePath, line: line, column: column)[0]
  }

  /// Consumes the next `count` events, waiting until so many are there.
  ///
  /// This form blocks the calling thread; in an `async` function `await` the other form.
  ///
  /// - `count`: How many. For none, it returns at once; a negative number is a failure.
  /// - `timeout`: How long to wait for all of them; ``ExpectationDefaults/timeout`` when nil. Zero and less check once.
  /// - `clock`: What the timeout is measured on, when it is not the machine's clock; see ``ManualClock``.
  ///
  /// - Throws: As for one event. The failure shows those that came; they are not consumed.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await next(_:timeout:)`.")
  @discardableResult
  public func next(
    _ count: Int, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> [Element] {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let elements = storage.take(count) {
      storage.noteAtOnce(timeout: timeout, clock: clock, site: site)
      return elements
    }
    return try RecorderCall(storage, .events(count), timeout: timeout, clock: clock, site: site).block()
      .requireElements()
  }

  /// Consumes the next `count` events, waiting until so many are there.
  ///
  /// ```swift
  /// #expect(try await progress.next(2) == [0.5, 1])
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is cancelled, the call ends at once: it throws
  /// `CancellationError`, records nothing, and consumes nothing.
  ///
  /// - `count`: How many. For none, it returns at once; a negative number is a failure.
  /// - `timeout`: How long to wait for all of them; ``ExpectationDefaults/timeout`` when nil. Zero and less check once.
  /// - `clock`: What the timeout is measured on, when it is not the machine's clock; see ``ManualClock``.
  /// - `isolation`: The actor that the caller runs on, and comes back to.
  ///
  /// - Throws: As for one event. The failure shows those that came; they are not consumed.
  @discardableResult
  public func next(
    _ count: Int, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> [Element] {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if let elements = storage.take(count) {
      storage.noteAtOnce(timeout: timeout, clock: clock, site: site)
      return elements
    }
    return try await RecorderCall(storage, .events(count), timeout: timeout, clock: clock, site: site).suspend()
      .requireElements()
  }

  /// Consumes the next `count` events without a look at them, and returns whether so many came. A failure has then been
  /// recorded.
  ///
  /// This form blocks the calling thread; in an `async` function `await` the other form.
  ///
  /// - `count`: How many. A negative number is a failure.
  /// - `timeout`: How long to wait for all of them; ``ExpectationDefaults/timeout`` when nil. Zero and less check once.
  /// - `clock`: What the timeout is measured on, when it is not the machine's clock; see ``ManualClock``.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await skip(_:timeout:)`.")
  @discardableResult
  public func skip(
    _ count: Int = 1, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if storage.skip(count) {
      storage.noteAtOnce(timeout: timeout, clock: clock, site: site)
      return true
    }
    return RecorderCall(storage, .events(count), timeout: timeout, clock: clock, site: site).block().isSuccess()
  }

  /// Consumes the next `count` events without a look at them, and returns whether so many came. A failure has then been
  /// recorded.
  ///
  /// ```swift
  /// await events.skip(2)
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is cancelled, the call ends at once: it
  /// returns false, records nothing, and consumes nothing.
  ///
  /// - `count`: How many. A negative number is a failure.
  /// - `timeout`: How long to wait for all of them; ``ExpectationDefaults/timeout`` when nil. Zero and less check once.
  /// - `clock`: What the timeout is measured on, when it is not the machine's clock; see ``ManualClock``.
  /// - `isolation`: The actor that the caller runs on, and comes back to.
  @discardableResult
  public func skip(
    _ count: Int = 1, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if storage.skip(count) {
      storage.noteAtOnce(timeout: timeout, clock: clock, site: site)
      return true
    }
    return await RecorderCall(storage, .events(count), timeout: timeout, clock: clock, site: site).suspend().isSuccess()
  }
}
