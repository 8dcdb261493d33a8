/// Waits until a condition holds: until `body` returns true, or something that is not nil. A `Bool?` has to be true.
///
/// ```swift
/// try await eventually("badge shows 3") { model.badge == 3 }
/// let photo = try await eventually("photo loaded") { album.photos.first }
/// ```
///
/// The body is evaluated where the caller runs: at once; whenever something that it read changes, if that is
/// `@Observable`; after each `pollingInterval`; and a last time when the time is over. What holds only between two
/// looks is not seen, unless it is observable and lasts for a moment. The value that is judged is the one that is
/// returned, or shown in the failure.
///
/// An error that the body throws means "not yet". The failure shows the first and the last one. ``GiveUp`` ends the
/// waiting.
///
/// When the task is cancelled it ends at once, throws `CancellationError` and records nothing. Deadlines are by the
/// clock: an evaluation that runs when the time is over has half a second to end.
///
/// - `description`: What is to come true, for the failure text: "badge shows 3".
/// - `timeout`: How long to wait at most; ``ExpectationDefaults/timeout`` when nil. Zero and less look once.
/// - `pollingInterval`: The pause between two looks when nothing is known to change.
/// - `options`: What else is demanded: not too early, for some time, giving up on an error.
/// - `clock`: What the timeout is measured on, when it is not the machine's clock: a ``ManualClock``, for example.
///   The looks are still made in real time, and it is bounded in real time, too, by ``ExpectationDefaults/timeout``.
/// - `isolation`: The actor that the caller runs on, and comes back to.
///
/// - Returns: What the body returned, unwrapped; for a `Bool` nothing.
/// - Throws: When the condition does not come true, the failure is recorded, and an error is thrown that stops the
///   test without another one.
@discardableResult
@_specialize(where Result == Bool)
public func eventually<Result: ConditionResult>(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Result
) async throws -> Result.Output {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return try await Condition.suspend(request) { Evaluation(of: try body()) }.requireValue()
}

/// Waits until `body` no longer throws.
///
/// ```swift
/// try await eventually("the index is complete") { try index.validate() }
/// ```
///
/// For everything else see the form whose body returns something.
public func eventually(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Void
) async throws {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  try await Condition.suspend(request) {
    try body()
    return .didNotThrow
  }.requireValue()
}

/// Waits until `body` returns the value that is expected. The failure shows the value that it returned last.
///
/// ```swift
/// try await eventually("badge", equals: 3) { model.badge }
/// ```
///
/// For everything else see the form whose body returns something.
public func eventually<Value: Equatable>(
  _ description: String = "the value", equals expected: Value, timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Value
) async throws {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  _ = try await Condition.suspend(request, expected: { "\(expected)" }) {
    Evaluation(of: try body(), expecting: expected)
  }.requireValue()
}
