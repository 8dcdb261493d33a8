extension Expectation where Value: Equatable {
  /// Waits until the expectation is complete, and expects that it was fulfilled with a given value.
  ///
  /// ```swift
  /// try badge.wait(equals: 3, timeout: .seconds(5))
  /// ```
  ///
  /// This form blocks the calling thread, as `wait(timeout:)` does; in an `async` function, `await` the other form.
  ///
  /// - Parameters:
  ///   - expected: The value that must complete the expectation. Another value is a failure that shows both.
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
  ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///
  /// - Throws: The error that the expectation was fulfilled with. When the wait fails, or another value comes, the call
  ///   records the failure and throws an error that stops the test without a second failure.
  @available(*, noasync, message: "This form blocks the thread. In an async context, use `await wait(equals:)`.")
  public func wait(
    equals expected: Value, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) throws {
    let value = try wait(
      timeout: timeout, clock: clock, fileID: fileID, filePath: filePath, line: line, column: column)
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if value != expected { throw stop(because: value, wasNot: EventText.describe(expected), at: site) }
  }

  /// Waits until the expectation is complete, and expects that it was fulfilled with a given value.
  ///
  /// ```swift
  /// try await badge.wait(equals: 3, timeout: .seconds(5))
  /// ```
  ///
  /// This form suspends the calling task and holds no thread. When the task is canceled, the wait ends at once: it
  /// throws `CancellationError` and records nothing.
  ///
  /// - Parameters:
  ///   - expected: The value that must complete the expectation. Another value is a failure that shows both.
  ///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
  ///     once, without waiting.
  ///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If
  ///     the clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
  ///
  /// - Throws: The error that the expectation was fulfilled with. When the wait fails, or another value comes, the call
  ///   records the failure and throws an error that stops the test without a second failure.
  public func wait(
    equals expected: Value, timeout: Duration? = nil, clock: (any Clock<Duration>)? = nil,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) async throws {
    let value = try await wait(
      timeout: timeout, clock: clock, fileID: fileID, filePath: filePath, line: line, column: column)
    let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    if value != expected { throw stop(because: value, wasNot: EventText.describe(expected), at: site) }
  }
}

extension Expectation {
  /// Records that the expectation was fulfilled with something unexpected, and returns the error that stops the test.
  func stop(because value: Value, wasNot expected: String, at site: CallSite) -> any Error {
    let completion = Engine.withLock { state in
      let state = self.state(in: &state)
      return state.history.kept.first { $0.instant == state.completedAt }?.place
    }
    let finding = UnexpectedValue(
      name: title, value: Value.self == Void.self ? nil : EventText.describe(value), expected: expected,
      place: completion, createdAt: createdAt)
    return host.orCurrent.stop(recording: Problem(finding, at: site))
  }
}

/// The problem that an expectation was not fulfilled with the value, or the error, that a test expects.
struct UnexpectedValue: Finding {
  /// The name of the expectation.
  var name: String
  /// The value that came; nil when there is no value to show.
  var value: String?
  var expected: String
  /// Where the expectation was fulfilled, if that is still known.
  var place: FulfillmentPlace?
  var createdAt: CallSite

  var text: String {
    let came = value.map { " with \($0)" } ?? ""
    let lines = ["\"\(name)\" was fulfilled\(came), expected \(expected)", place?.description, creation]
    return lines.compactMap { $0 }.joined(separator: "\n  ")
  }

  private var creation: String { "created at \(createdAt)" }
}
