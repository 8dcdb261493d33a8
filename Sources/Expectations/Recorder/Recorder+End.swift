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
  ///   environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
  ///
  /// - Returns: True if the whole window passed without an event, or the events have ended. Otherwise, the call has
  ///   recorded the failure, unless the task was canceled.
  @discardableResult
  nonisolated(nonsending) public func expectNone(
    for window: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    let site = CallSite.at(fileID, filePath, line, column)
    return await RecorderCall(storage, .nothing, timeout: window, site: site).suspend().outcome.recordFailureIfAny()
  }

  /// Expects that no event comes for some time, and blocks the calling thread: see the form to `await`.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectNone(for:)`.")
  @discardableResult
  public func expectNone(
    for window: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    let site = CallSite.at(fileID, filePath, line, column)
    return RecorderCall(storage, .nothing, timeout: window, site: site).block().outcome.recordFailureIfAny()
  }
}
