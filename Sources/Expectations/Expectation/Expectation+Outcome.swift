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
    throw stop(because: completingValue, wasNot: "an error", at: ended.wait.site)
  }

  /// Records that the expectation was fulfilled with something unexpected, and returns the error that stops the test.
  fileprivate func stop(because value: Value, wasNot expected: String, at site: CallSite) -> any Error {
    let completion = Engine.withLock { $0.machine.expectations[base.key].completion }
    let came = Value.self == Void.self ? "" : " with \(EventText.describe(value))"
    let lines = [
      "\"\(base.title)\" was fulfilled\(came), expected \(expected)", completion.map { "\($0)" },
      "created at \(base.createdAt)",
    ]
    return base.host.orCurrent.stop(
      recording: Problem(call: lines.compactMap { $0 }.joined(separator: "\n  "), at: site))
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
    let value = try await wait(timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
    try expect(value, expected, at: .at(fileID, filePath, line, column))
  }

  /// Waits for a given value, and blocks the calling thread: see the form to `await`.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(equals:)`.")
  public func wait(
    equals expected: Value, timeout: Duration? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let value = try wait(timeout: timeout, fileID: fileID, filePath: filePath, line: line, column: column)
    try expect(value, expected, at: .at(fileID, filePath, line, column))
  }

  private func expect(_ value: Value, _ expected: Value, at site: CallSite) throws {
    if value != expected { throw stop(because: value, wasNot: EventText.describe(expected), at: site) }
  }
}
