extension Recorder where Element: Equatable {
  /// Consumes the next events, and expects that they are these, in this order.
  ///
  /// ```swift
  /// try events.expectNext(.started, .progress(0.5))
  /// ```
  ///
  /// This form blocks the calling thread; in an `async` function `await` the other form. It waits until so many events are
  /// there, and then compares.
  ///
  /// - `first`: The first one.
  /// - `others`: Those after it.
  /// - `timeout`: How long to wait for all of them; ``ExpectationDefaults/timeout`` when nil. Zero and less check once.
  /// - `clock`: What the timeout is measured on, when it is not the machine's clock; see ``ManualClock``.
  ///
  /// - Throws: The error that was recorded, when it comes instead. When other events come, the time is over, or the events
  ///   end, a failure is recorded that shows both lists and the first event that differs, and an error is thrown that
  ///   stops the test without another one.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectNext(_:)`.")
  public func expectNext(
    _ first: Element, _ others: Element..., timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try call(expecting: [first] + others, timeout: timeout, clock: clock, site: site).block().requireSuccess()
  }

  /// Consumes the next events, and expects that they are these, in this order.
  ///
  /// ```swift
  /// try await events.expectNext(.started, .progress(0.5))
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. It waits until so many events are there, and then compares.
  /// When the task is cancelled, the call ends at once: it throws `CancellationError`, records nothing, and consumes nothing.
  ///
  /// - `first`: The first one.
  /// - `others`: Those after it.
  /// - `timeout`: How long to wait for all of them; ``ExpectationDefaults/timeout`` when nil. Zero and less check once.
  /// - `clock`: What the timeout is measured on, when it is not the machine's clock; see ``ManualClock``.
  /// - `isolation`: The actor that the caller runs on, and comes back to.
  ///
  /// - Throws: The error that was recorded, when it comes instead. When other events come, the time is over, or the events
  ///   end, a failure is recorded that shows both lists and the first event that differs, and an error is thrown that
  ///   stops the test without another one.
  public func expectNext(
    _ first: Element, _ others: Element..., timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try await call(expecting: [first] + others, timeout: timeout, clock: clock, site: site).suspend().requireSuccess()
  }

  /// The same for a list that is put together at run time, blocking. Of an empty list nothing is expected.
  ///
  /// What is written in brackets is one event where it can be one: of a recorder of lists or sets, `expectNext([])` expects
  /// an empty one.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectNext(_:)`.")
  @_disfavoredOverload
  public func expectNext(
    _ expected: [Element], timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    try call(expecting: expected, timeout: timeout, clock: clock, site: site).block().requireSuccess()
  }

  /// The same for a list that is put together at run time, suspending. Of an empty list nothing is expected.
  ///
  /// What is written in brackets is one event where it can be one: of a recorder of lists or sets, `expectNext([])` expects
  /// an empty one.
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
