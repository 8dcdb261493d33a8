/// Waits until a condition holds: until `body` returns true, or something that is not nil.
///
/// ```swift
/// try await eventually("badge shows 3") { model.badge == 3 }
/// let photo = try await eventually("photo loaded") { album.photos.first }
/// ```
///
/// Of a `Bool?`, `false` means "not yet", as nil does.
///
/// The body is evaluated where the caller runs: at once; whenever something that it read changes, if that is
/// `@Observable`; after each `pollingInterval`; and a last time when the time is over. What holds only between two
/// looks is not seen, unless it is observable and lasts for a moment. The value that is judged is the one that is
/// returned, or shown in the failure.
///
/// An error that the body throws means "not yet". The failure shows the first and the last one. ``GiveUpError`` ends
/// the waiting.
///
/// When the task is cancelled it ends at once, throws `CancellationError` and records nothing. Deadlines are by the
/// clock: an evaluation that runs when the time is over has half a second to end.
///
/// - Parameters:
///   - description: What is to come true, for the failure text: "badge shows 3".
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout evaluates
///     the body once.
///   - pollingInterval: The pause between two evaluations when nothing is known to change.
///   - options: What else is demanded: not too early, for some time, giving up on an error.
///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. The body
///     is still evaluated in real time, for at most ``ExpectationDefaults/timeout``.
///   - isolation: The actor that the caller runs on, and that the call returns to.
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///   - body: Returns true, or something that is not nil, when the condition holds.
///
/// - Returns: What the body returned, unwrapped; for a `Bool` nothing.
/// - Throws: When the condition does not come true, the failure is recorded, and an error is thrown that stops the test
///   without another one.
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
/// The failure shows the first and the last error. For everything else see the form whose body returns something.
///
/// - Parameters:
///   - description: What is to come true, for the failure text: "the index is complete".
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout evaluates
///     the body once.
///   - pollingInterval: The pause between two evaluations when nothing is known to change.
///   - options: What else is demanded: not too early, for some time, giving up on an error.
///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. The body
///     is still evaluated in real time, for at most ``ExpectationDefaults/timeout``.
///   - isolation: The actor that the caller runs on, and that the call returns to.
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///   - body: What throws as long as the condition does not hold.
///
/// - Throws: When the condition does not come true, the failure is recorded, and an error is thrown that stops the test
///   without another one.
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

/// Waits until `body` returns the value that is expected.
///
/// ```swift
/// try await eventually("badge", equals: 3) { model.badge }
/// ```
///
/// The failure shows the value that it returned last. For everything else see the form whose body returns a condition.
///
/// - Parameters:
///   - description: What has the value, for the failure text: "badge".
///   - expected: The value that ends the wait.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout evaluates
///     the body once.
///   - pollingInterval: The pause between two evaluations when nothing is known to change.
///   - options: What else is demanded: not too early, for some time, giving up on an error.
///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. The body
///     is still evaluated in real time, for at most ``ExpectationDefaults/timeout``.
///   - isolation: The actor that the caller runs on, and that the call returns to.
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///   - body: Returns the value to compare.
///
/// - Throws: When the condition does not come true, the failure is recorded, and an error is thrown that stops the test
///   without another one.
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
