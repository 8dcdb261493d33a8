/// Waits until a condition holds, and blocks the calling thread.
///
/// ```swift
/// try eventually("badge shows 3") { model.badge == 3 }
/// ```
///
/// Between two looks the thread waits as in `Expectation.wait(timeout:)`: on the main thread it services the run loop
/// and the main queue. A body that never returns cannot be ended: then standard error says which condition it is, and
/// the failure is recorded if it returns after all. For everything else see the form that is awaited.
///
/// - Parameters:
///   - description: What is to come true, for the failure text: "badge shows 3".
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout evaluates
///     the body once.
///   - pollingInterval: The pause between two evaluations when nothing is known to change.
///   - options: What else is demanded: not too early, for some time, giving up on an error.
///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. The body
///     is still evaluated in real time, for at most ``ExpectationDefaults/timeout``.
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///   - body: Returns true, or something that is not nil, when the condition holds.
///
/// - Returns: What the body returned, unwrapped; for a `Bool` nothing.
/// - Throws: When the condition does not come true, the failure is recorded, and an error is thrown that stops the test
///   without another one.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await eventually`.")
@discardableResult
@_specialize(where Result == Bool)
public func eventually<Result: ConditionResult>(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Result
) throws -> Result.Output {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return try Condition.block(request) { Evaluation(of: try body()) }.requireValue()
}

/// Waits until `body` no longer throws, and blocks the calling thread.
///
/// ```swift
/// try eventually("the index is complete") { try index.validate() }
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
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///   - body: What throws as long as the condition does not hold.
///
/// - Throws: When the condition does not come true, the failure is recorded, and an error is thrown that stops the test
///   without another one.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await eventually`.")
public func eventually(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Void
) throws {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  try Condition.block(request) {
    try body()
    return .didNotThrow
  }.requireValue()
}

/// Waits until `body` returns the value that is expected, and blocks the calling thread.
///
/// ```swift
/// try eventually("badge", equals: 3) { model.badge }
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
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///   - body: Returns the value to compare.
///
/// - Throws: When the condition does not come true, the failure is recorded, and an error is thrown that stops the test
///   without another one.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await eventually`.")
public func eventually<Value: Equatable>(
  _ description: String = "the value", equals expected: Value, timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Value
) throws {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  _ = try Condition.block(request, expected: { "\(expected)" }) { Evaluation(of: try body(), expecting: expected) }
    .requireValue()
}
