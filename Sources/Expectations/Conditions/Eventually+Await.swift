/// Waits until a condition holds that needs `await` to be evaluated: the state of an actor, for example.
///
/// ```swift
/// try await eventually("queue is empty") { await queue.isEmpty }
/// ```
///
/// Each evaluation is a task of its own: one that does not come to an end is left behind, cancelled, and the failure
/// says so. When the caller is cancelled, so is the evaluation; the call ends with it, or half a second later if it
/// does not stop. Changes of what it reads are not observed: it is evaluated after each `pollingInterval`. For
/// everything else see the form whose body needs no `await`.
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
public func eventually<Result: ConditionResult>(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Result
) async throws -> Result.Output {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return try await Condition.suspend(request, awaiting: { Evaluation(of: try await body()) }).requireValue()
}

/// Waits until a body that needs `await` no longer throws.
///
/// ```swift
/// try await eventually("the index is complete") { try await index.validate() }
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
  _ body: @escaping () async throws -> Void
) async throws {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  try await Condition.suspend(
    request,
    awaiting: {
      try await body()
      return .didNotThrow
    }
  ).requireValue()
}

/// Waits until a body that needs `await` returns the value that is expected.
///
/// ```swift
/// try await eventually("balance", equals: 100) { await account.balance }
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
  _ body: @escaping () async throws -> Value
) async throws {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  _ = try await Condition.suspend(
    request, expected: { "\(expected)" }, awaiting: { Evaluation(of: try await body(), expecting: expected) }
  ).requireValue()
}
