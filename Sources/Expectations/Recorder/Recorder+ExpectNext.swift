extension Recorder where Element: Equatable {
  /// Consumes the next events, and expects that they equal the given events, in this order.
  ///
  /// ```swift
  /// try events.expectNext(.started, .progress(0.5))
  /// ```
  ///
  /// This form blocks the calling thread; in an `async` function, `await` the other form. It waits until as many events
  /// have come, and then compares.
  ///
  /// - Parameters:
  ///   - first: The event that must come first.
  ///   - others: The events that must come after it.
  ///   - timeout: How long to wait for all of them; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
  ///     checks once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Throws: The error that the events ended with, if it comes instead. When other events come, the time is over, or
  ///   the events end, the call records a failure that shows both lists and the first difference, and throws an error
  ///   that stops the test without a second failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectNext(_:)`.")
  public func expectNext(
    _ first: Element, _ others: Element..., timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try call(expecting: [first] + others, timeout: timeout, clock: clock, site: site).block().requireSuccess()
  }

  /// Consumes the next events, and expects that they equal the given events, in this order.
  ///
  /// ```swift
  /// try await events.expectNext(.started, .progress(0.5))
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. It waits until as many events have come, and then
  /// compares. When the task is canceled, the call ends at once: it throws `CancellationError`, records nothing, and
  /// consumes nothing.
  ///
  /// - Parameters:
  ///   - first: The event that must come first.
  ///   - others: The events that must come after it.
  ///   - timeout: How long to wait for all of them; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
  ///     checks once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Throws: The error that the events ended with, if it comes instead. When other events come, the time is over, or
  ///   the events end, the call records a failure that shows both lists and the first difference, and throws an error
  ///   that stops the test without a second failure.
  public func expectNext(
    _ first: Element, _ others: Element..., timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try await call(expecting: [first] + others, timeout: timeout, clock: clock, site: site).suspend().requireSuccess()
  }

  /// Consumes the next events, and expects that they equal the events of a list that is made at run time.
  ///
  /// ```swift
  /// try events.expectNext(steps.map(Event.progress))
  /// ```
  ///
  /// The compiler reads brackets as one event where it can: for a recorder of lists or sets, `expectNext([])` expects
  /// one empty list or set.
  ///
  /// This form blocks the calling thread; in an `async` function, `await` the other form. It waits until as many events
  /// have come, and then compares.
  ///
  /// - Parameters:
  ///   - expected: The events that must come. With an empty list, the call succeeds at once.
  ///   - timeout: How long to wait for all of them; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
  ///     checks once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Throws: The error that the events ended with, if it comes instead. When other events come, the time is over, or
  ///   the events end, the call records a failure that shows both lists and the first difference, and throws an error
  ///   that stops the test without a second failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectNext(_:)`.")
  @_disfavoredOverload
  public func expectNext(
    _ expected: [Element], timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try call(expecting: expected, timeout: timeout, clock: clock, site: site).block().requireSuccess()
  }

  /// Consumes the next events, and expects that they equal the events of a list that is made at run time.
  ///
  /// ```swift
  /// try await events.expectNext(steps.map(Event.progress))
  /// ```
  ///
  /// The compiler reads brackets as one event where it can: for a recorder of lists or sets, `expectNext([])` expects
  /// one empty list or set.
  ///
  /// This form suspends the calling task and holds no thread. It waits until as many events have come, and then
  /// compares. When the task is canceled, the call ends at once: it throws `CancellationError`, records nothing, and
  /// consumes nothing.
  ///
  /// - Parameters:
  ///   - expected: The events that must come. With an empty list, the call succeeds at once.
  ///   - timeout: How long to wait for all of them; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
  ///     checks once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock.
  ///
  /// - Throws: The error that the events ended with, if it comes instead. When other events come, the time is over, or
  ///   the events end, the call records a failure that shows both lists and the first difference, and throws an error
  ///   that stops the test without a second failure.
  @_disfavoredOverload
  public func expectNext(
    _ expected: [Element], timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try await call(expecting: expected, timeout: timeout, clock: clock, site: site).suspend().requireSuccess()
  }

  private func call(
    expecting expected: [Element], timeout: Duration?, clock: (any Clock<Duration>)?, site: CallSite
  ) -> RecorderCall<Element> {
    RecorderCall(
      storage, .events(expected.count), expecting: ExpectedEvents(expected), timeout: timeout, clock: clock, site: site)
  }
}
