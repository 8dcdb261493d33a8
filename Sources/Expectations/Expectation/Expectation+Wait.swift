extension Expectation {
  /// Waits until the expectation is complete, and returns the value of the fulfillment that completed it.
  ///
  /// It suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it throws
  /// `CancellationError` and records nothing.
  ///
  /// ```swift
  /// let saved = Expectation("document saved", of: Bool.self)
  /// document.save(to: url) { saved.fulfill($0) }
  /// #expect(try await saved.wait(timeout: .seconds(5)))
  /// ```
  ///
  /// - Parameter timeout: How long to wait at most, without the time in which nothing could run; nil for
  ///   ``ExpectationDefaults/timeout``. Zero or a negative timeout checks once, without waiting.
  ///
  /// - Returns: The value of the fulfillment that completed the expectation. ``values`` has all values.
  /// - Throws: The error that the expectation was fulfilled with. When the wait fails, it records the failure and
  ///   throws an error that stops the test without a second failure.
  @discardableResult
  @_disfavoredOverload  // a Void expectation prefers the Bool form, even in a closure that returns nothing
  nonisolated(nonsending) public func wait(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> Value {
    let site = CallSite.at(fileID, filePath, line, column)
    try await Wait(needsValues: true, timeout: timeout, site: site).suspend(for: [base]).requireSuccess()
    return completingValue
  }

  /// Waits until the expectation is complete, and blocks the calling thread: see the form to `await`.
  ///
  /// On the main thread, it services the run loop and the main queue, and on another thread whose run loop has sources,
  /// that run loop. Any other thread sleeps.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(timeout:)`.")
  @discardableResult
  @_disfavoredOverload  // a Void expectation prefers the Bool form, even in a closure that returns nothing
  public func wait(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> Value {
    let site = CallSite.at(fileID, filePath, line, column)
    try Wait(needsValues: true, timeout: timeout, site: site).block(for: [base]).requireSuccess()
    return completingValue
  }

  /// Checks that the expectation is not fulfilled for some time.
  ///
  /// After that, a test can wait for the expectation as usual.
  ///
  /// ```swift
  /// let acquired = Expectation("lock acquired")
  /// Task {
  ///   await lock.acquire()
  ///   acquired.fulfill()
  /// }
  /// await acquired.expectNone(for: .milliseconds(100))  // held by the test
  /// lock.release()
  /// await acquired.wait()
  /// ```
  ///
  /// If the expectation is fulfilled, that is one failure, at the line of the first fulfillment. A fulfillment before
  /// the call and one with an error count, too. The call ends at once when a fulfillment makes the expectation
  /// complete. For something that must never happen, create the expectation with a count of 0.
  ///
  /// - Parameter window: How long to check, in real time; nil for ``ExpectationDefaults/timeout``. The environment
  ///   variable `EXPECTATIONS_QUIET_SCALE` multiplies it. Zero or a negative window checks what has happened so far,
  ///   and watches nothing.
  ///
  /// - Returns: True if the whole window passed without a fulfillment. Otherwise, the call has recorded the failure,
  ///   unless the task was canceled.
  @discardableResult
  nonisolated(nonsending) public func expectNone(
    for window: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    await Wait(.any, goal: .nothing, timeout: window, needsReport: true, site: .at(fileID, filePath, line, column))
      .suspend(for: [base]).recordNoise()
  }

  /// Checks that the expectation is not fulfilled for some time, and blocks the calling thread: see the form to
  /// `await`.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await expectNone(for:)`.")
  @discardableResult
  public func expectNone(
    for window: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    Wait(.any, goal: .nothing, timeout: window, needsReport: true, site: .at(fileID, filePath, line, column))
      .block(for: [base]).recordNoise()
  }
}

extension Expectation where Value == Void {
  /// Waits until the expectation is complete: see the form that returns a value. With a `count` of `0`, `timeout` says
  /// how long it must not happen, in real time.
  ///
  /// - Returns: Whether the expectation is complete. If it is not, the wait has recorded the failure, unless the task
  ///   was canceled.
  @discardableResult
  nonisolated(nonsending) public func wait(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async -> Bool {
    await Wait(timeout: timeout, site: .at(fileID, filePath, line, column)).suspend(for: [base]).recordFailure()
  }

  /// Waits until the expectation is complete, and blocks the calling thread: see the form to `await`, and for what
  /// runs meanwhile the form that returns a value.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(timeout:)`.")
  @discardableResult
  public func wait(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Bool {
    Wait(timeout: timeout, site: .at(fileID, filePath, line, column)).block(for: [base]).recordFailure()
  }
}

extension Expectation {
  /// The value of a `Void` expectation, which stores none.
  static var onlyValue: Value? { Value.self == Void.self ? () as? Value : nil }

  /// The value of the fulfillment that completed the expectation, which must be complete.
  var completingValue: Value {
    if let nothing = Self.onlyValue { return nothing }
    return Engine.withLock { storedValues[$0.machine.expectations[base.key].bounds.lower - 1] }
  }
}

extension EndedWait {
  /// Records that something came although it must not yet, at the line of the first fulfillment. Returns whether
  /// nothing came.
  fileprivate func recordNoise() -> Bool {
    // Its creation has recorded that.
    if case .impossible = verdict.kind { return false }
    let report = report()
    guard !report.isSuccess, report.outcome != .cancelled else { return report.isSuccess }
    let first = report.outcome == .unexpectedFulfillment ? states.first?.history.kept.first?.site : nil
    host.record(Problem(report, at: first ?? wait.site))
    return false
  }
}

/// Another name for ``Expectation``, for files that import Swift Testing, which also has a type of that name.
///
/// ```swift
/// @Suite struct DocumentTests {
///   let saved: AsyncExpectation<Bool> = Expectation("document saved", of: Bool.self)
/// }
/// ```
///
/// Only a file that names the type needs this name; the compiler resolves a call such as `Expectation("document saved",
/// of: Bool.self)` by itself.
public typealias AsyncExpectation<Value: Sendable> = Expectation<Value>

extension Expectation {
  /// Waits until the expectation is fulfilled with an error, and returns the error.
  ///
  /// ```swift
  /// let removed = Expectation("file removed")
  /// storage.remove(missingFile, completion: removed.errorHandler)
  /// let error = try await removed.failure(timeout: .seconds(5))
  /// ```
  ///
  /// For everything else, see `wait(timeout:)`.
  ///
  /// - Returns: The first error that the expectation was fulfilled with.
  /// - Throws: When the time is over, or the expectation becomes complete without an error, the call records a failure
  ///   and throws an error that stops the test without a second failure.
  @discardableResult
  nonisolated(nonsending) public func failure(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws -> any Error {
    // An expectation that must not happen has no error, just as it has no value.
    let site = CallSite.at(fileID, filePath, line, column)
    return try error(
      of: await Wait(needsValues: true, goal: .error, timeout: timeout, site: site).suspend(for: [base]))
  }

  /// Waits until the expectation is fulfilled with an error, and blocks the calling thread: see the form to `await`.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await failure(timeout:)`.")
  @discardableResult
  public func failure(
    timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws -> any Error {
    let site = CallSite.at(fileID, filePath, line, column)
    return try error(of: Wait(needsValues: true, goal: .error, timeout: timeout, site: site).block(for: [base]))
  }

  private func error(of ended: EndedWait) throws -> any Error {
    if let error = try ended.requireError() { return error }
    throw stop(because: completingValue, wasNot: "an error", in: ended.host, at: ended.wait.site)
  }

  /// Records that the expectation was fulfilled with something unexpected, and returns the error that stops the test.
  fileprivate func stop(
    because value: Value, wasNot expected: String, in host: any TestHost, at site: CallSite
  ) -> any Error {
    let completion = Engine.withLock { $0.machine.expectations[base.key].completion }
    let came = Value.self == Void.self ? "" : " with \(EventText.describe(value))"
    let lines = [
      "\"\(base.title)\" was fulfilled\(came), expected \(expected)", completion.map { "\($0)" },
      "created at \(base.createdAt)",
    ]
    return host.stop(recording: Problem(call: lines.compactMap { $0 }.joined(separator: "\n  "), at: site))
  }
}

extension Expectation where Value: Equatable {
  /// Waits until the expectation is complete, and expects that it was fulfilled with a given value.
  ///
  /// ```swift
  /// try await badge.wait(equals: 3, timeout: .seconds(5))
  /// ```
  ///
  /// Another value is a failure that shows both. For everything else, see `wait(timeout:)`.
  nonisolated(nonsending) public func wait(
    equals expected: Value, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let host = base.host.orCurrent
    let value = try await wait(timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
    try expect(value, expected, in: host, at: .at(fileID, filePath, line, column))
  }

  /// Waits for a given value, and blocks the calling thread: see the form to `await`.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(equals:)`.")
  public func wait(
    equals expected: Value, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let host = base.host.orCurrent
    let value = try wait(timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
    try expect(value, expected, in: host, at: .at(fileID, filePath, line, column))
  }

  private func expect(_ value: Value, _ expected: Value, in host: any TestHost, at site: CallSite) throws {
    if value != expected { throw stop(because: value, wasNot: EventText.describe(expected), in: host, at: site) }
  }
}
