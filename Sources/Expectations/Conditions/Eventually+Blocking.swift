/// Waits until a condition holds, and blocks the calling thread.
///
/// ```swift
/// try eventually("badge shows 3") { model.badge == 3 }
/// ```
///
/// Between two evaluations, the thread waits as in `Expectation.wait(timeout:)`: on the main thread, it services the
/// run loop and the main queue. The call cannot end a body that never returns. If an evaluation still runs half a
/// second after the time is over, the library prints the name of the condition to standard error; it records the
/// failure if the body returns after all. For everything else, see the `async` form.
///
/// - Parameters:
///   - description: What must come true, for the failure text: "badge shows 3".
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout evaluates
///     the body once.
///   - pollingInterval: The pause between two evaluations, unless an observed value changes.
///   - options: Additional requirements and settings: see ``ConditionOption``.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. The
///     body is still evaluated in real time, for at most ``ExpectationDefaults/timeout``.
///   - body: Returns true, or a value other than nil, when the condition holds.
///
/// - Returns: The unwrapped result of the body; nothing for a `Bool`.
/// - Throws: When the condition does not come true, the call records the failure and throws an error that stops the
///   test without a second failure.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await eventually`.")
@discardableResult
@_specialize(where Result == Bool)
public func eventually<Result: ConditionResult>(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Result
) throws -> Result.ConditionOutput {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  var output: Result.ConditionOutput?
  try Condition.block(request) { Evaluation(of: try body(), output: &output) }.requireSuccess()
  guard let output else { preconditionFailure("a condition has come true without a value") }
  return output
}

/// Waits until `body` no longer throws, and blocks the calling thread.
///
/// ```swift
/// try eventually("the index is complete") { try index.validate() }
/// ```
///
/// The failure shows the first and the last error. For everything else, see the form whose body returns a condition.
///
/// - Parameters:
///   - description: What must come true, for the failure text: "the index is complete".
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout evaluates
///     the body once.
///   - pollingInterval: The pause between two evaluations, unless an observed value changes.
///   - options: Additional requirements and settings: see ``ConditionOption``.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. The
///     body is still evaluated in real time, for at most ``ExpectationDefaults/timeout``.
///   - body: Throws as long as the condition does not hold. It returns nothing: a value is a failure, because it was
///     probably meant to be compared.
///
/// - Throws: When the condition does not come true, the call records the failure and throws an error that stops the
///   test without a second failure.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await eventually`.")
public func eventually<Returned>(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Returned
) throws {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  try Condition.block(request) {
    try Evaluation(returned: body())
  }.requireSuccess()
}

/// Waits until `body` returns the expected value, and blocks the calling thread.
///
/// ```swift
/// try eventually("badge", equals: 3) { model.badge }
/// ```
///
/// The failure shows the last value. For everything else, see the form whose body returns a condition.
///
/// - Parameters:
///   - description: The name of the value, for the failure text: "badge".
///   - expected: The value that ends the wait.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout evaluates
///     the body once.
///   - pollingInterval: The pause between two evaluations, unless an observed value changes.
///   - options: Additional requirements and settings: see ``ConditionOption``.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. The
///     body is still evaluated in real time, for at most ``ExpectationDefaults/timeout``.
///   - body: Returns the value to compare.
///
/// - Throws: When the condition does not come true, the call records the failure and throws an error that stops the
///   test without a second failure.
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
  try Condition.block(request, expected: { "\(expected)" }) { Evaluation(of: try body(), expecting: expected) }
    .requireSuccess()
}

/// Waits until `body` no longer throws, discards what it returns, and blocks the calling thread.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await eventually`.")
public func eventually<Returned>(
  succeeds description: String, timeout: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  options: [ConditionOption] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Returned
) throws {
  try eventually(
    description, timeout: timeout, pollingInterval: pollingInterval, options: options,
    fileID: fileID, filePath: filePath, line: line, column: column
  ) { _ = try body() }
}
