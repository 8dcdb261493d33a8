extension Recorder {
  /// Consumes the next event; waits for it if it has not come yet.
  ///
  /// ```swift
  /// #expect(try await progress.next(timeout: .seconds(5)) == 0.5)
  /// ```
  ///
  /// It suspends the calling task and holds no thread, as every form to `await` does. When the task is canceled, the
  /// call ends at once: it throws `CancellationError` or returns false, records nothing, and consumes nothing.
  ///
  /// - Parameter timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout
  ///   checks once, without waiting.
  ///
  /// - Returns: The event.
  /// - Throws: The recorded error, if it comes instead. When the time is over, or the events end, the call records a
  ///   failure and throws an error that stops the test without a second failure.
  @discardableResult
  nonisolated(nonsending) public func next(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Element {
    try await next(1, timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)[0]
  }

  /// Consumes the next event, and blocks the calling thread as `Expectation.wait(timeout:)` does: see the form to
  /// `await`.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await next(timeout:)`.")
  @discardableResult
  public func next(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Element {
    try next(1, timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)[0]
  }

  /// Consumes the next `count` events; waits until all of them have come.
  ///
  /// ```swift
  /// #expect(try await progress.next(2) == [0.5, 1])
  /// ```
  ///
  /// The timeout is for all of them. With a `count` of zero, it returns at once; a negative one is a failure. A failed
  /// call shows the events that came, and does not consume them. For everything else, see `next(timeout:)`.
  @discardableResult
  nonisolated(nonsending) public func next(
    _ count: Int, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> [Element] {
    let site = CallSite.at(fileID, filePath, line, column)
    if let events = storage.take(count) { return events }
    return try await RecorderCall(storage, .events(count), timeout: timeout, site: site).suspend().requireEvents()
  }

  /// Consumes the next `count` events, and blocks the calling thread: see the form to `await`.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await next(_:timeout:)`.")
  @discardableResult
  public func next(
    _ count: Int, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> [Element] {
    let site = CallSite.at(fileID, filePath, line, column)
    if let events = storage.take(count) { return events }
    return try RecorderCall(storage, .events(count), timeout: timeout, site: site).block().requireEvents()
  }

  /// Consumes the next `count` events without returning or comparing them.
  ///
  /// ```swift
  /// await events.skip(2)
  /// ```
  ///
  /// For everything else, see `next(_:timeout:)`.
  ///
  /// - Returns: Whether all of them came. If they did not, the call has recorded the failure, unless the task was
  ///   canceled.
  @discardableResult
  nonisolated(nonsending) public func skip(
    _ count: Int = 1, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    if storage.take(count) != nil { return true }
    let call = RecorderCall(storage, .events(count), timeout: timeout, site: .at(fileID, filePath, line, column))
    return await call.suspend().recordFailureIfAny()
  }

  /// Consumes the next `count` events without returning them, and blocks the calling thread: see the form to `await`.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await skip(_:timeout:)`.")
  @discardableResult
  public func skip(
    _ count: Int = 1, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite.at(fileID, filePath, line, column)
    if storage.take(count) != nil { return true }
    return RecorderCall(storage, .events(count), timeout: timeout, site: site).block().recordFailureIfAny()
  }
}

extension Recorder where Element: Equatable {
  /// Consumes the next events, and expects that they equal the given events, in this order.
  ///
  /// ```swift
  /// try await events.expectNext(.started, .progress(0.5))
  /// ```
  ///
  /// It waits until as many events have come, and then compares. The failure shows both lists and the first difference.
  /// For everything else, see `next(_:timeout:)`.
  nonisolated(nonsending) public func expectNext(
    _ first: Element, _ others: Element..., timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let site = CallSite.at(fileID, filePath, line, column)
    try await call(expecting: [first] + others, timeout: timeout, site: site).suspend().outcome.requireSuccess()
  }

  /// Consumes and compares the next events, and blocks the calling thread: see the form to `await`.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectNext(_:)`.")
  public func expectNext(
    _ first: Element, _ others: Element..., timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite.at(fileID, filePath, line, column)
    try call(expecting: [first] + others, timeout: timeout, site: site).block().outcome.requireSuccess()
  }

  /// Consumes the next events, and expects that they equal the events of a list that is made at run time.
  ///
  /// ```swift
  /// try await events.expectNext(steps.map(Event.progress))
  /// ```
  ///
  /// The compiler reads brackets as one event where it can: for a recorder of lists or sets, `expectNext([])` expects
  /// one empty list or set. With an empty list of events, the call succeeds at once.
  @_disfavoredOverload
  nonisolated(nonsending) public func expectNext(
    _ expected: [Element], timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let site = CallSite.at(fileID, filePath, line, column)
    try await call(expecting: expected, timeout: timeout, site: site).suspend().outcome.requireSuccess()
  }

  /// Consumes the next events, compares them with a list, and blocks the calling thread: see the form to `await`.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectNext(_:)`.")
  @_disfavoredOverload
  public func expectNext(
    _ expected: [Element], timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite.at(fileID, filePath, line, column)
    try call(expecting: expected, timeout: timeout, site: site).block().outcome.requireSuccess()
  }

  private func call(expecting expected: [Element], timeout: Duration?, site: CallSite) -> RecorderCall<Element> {
    RecorderCall(storage, .events(expected.count), expecting: (expected, { $0 == $1 }), timeout: timeout, site: site)
  }
}

extension Recorder {
  /// Waits until the events end, with no event left to consume.
  ///
  /// ```swift
  /// #expect(try await events.next() == .saved)
  /// try await events.finish()
  /// ```
  ///
  /// An event that comes instead is a failure. After the events have ended, it can be called any number of times. For
  /// everything else, see `next(timeout:)`.
  ///
  /// - Throws: The error that the events ended with, which is no failure of the call.
  nonisolated(nonsending) public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let site = CallSite.at(fileID, filePath, line, column)
    try await RecorderCall(storage, .end, timeout: timeout, site: site).suspend().outcome.requireSuccess()
  }

  /// Waits until the events end, and blocks the calling thread: see the form to `await`.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await finish(timeout:)`.")
  public func finish(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let site = CallSite.at(fileID, filePath, line, column)
    try RecorderCall(storage, .end, timeout: timeout, site: site).block().outcome.requireSuccess()
  }

  /// Waits until the events end with an error, with no event left to consume, and returns the error.
  ///
  /// ```swift
  /// let error = try await events.failure()
  /// #expect(error is URLError)
  /// ```
  ///
  /// An event that comes instead is a failure, and so is an end without an error. For everything else, see
  /// `next(timeout:)`.
  @discardableResult
  nonisolated(nonsending) public func failure(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> any Error {
    let site = CallSite.at(fileID, filePath, line, column)
    return try await RecorderCall(storage, .error, timeout: timeout, site: site).suspend().requireError()
  }

  /// Waits until the events end with an error, and blocks the calling thread: see the form to `await`.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await failure(timeout:)`.")
  @discardableResult
  public func failure(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> any Error {
    let site = CallSite.at(fileID, filePath, line, column)
    return try RecorderCall(storage, .error, timeout: timeout, site: site).block().requireError()
  }

  /// Expects that no event comes for some time.
  ///
  /// ```swift
  /// await events.expectNone(for: .milliseconds(100))
  /// ```
  ///
  /// It fails at once if an unconsumed event exists, when an event comes, or when the events end with an error that no
  /// call has received. It succeeds at once if the events have already ended without such an error.
  ///
  /// - Parameter window: How long no event may come, in real time; nil for ``ExpectationDefaults/timeout``. The
  ///   environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it. Zero or a negative window checks what has been
  ///   recorded so far, and watches nothing: a sequence may have passed on an element that is not recorded yet.
  ///
  /// - Returns: True if the whole window passed without an event, or the events have ended. Otherwise, the call has
  ///   recorded the failure, unless the task was canceled.
  @discardableResult
  nonisolated(nonsending) public func expectNone(
    for window: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite.at(fileID, filePath, line, column)
    return await RecorderCall(storage, .nothing, timeout: window, site: site).suspend().recordFailureIfAny()
  }

  /// Expects that no event comes for some time, and blocks the calling thread: see the form to `await`.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectNone(for:)`.")
  @discardableResult
  public func expectNone(
    for window: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite.at(fileID, filePath, line, column)
    return RecorderCall(storage, .nothing, timeout: window, site: site).block().recordFailureIfAny()
  }
}
