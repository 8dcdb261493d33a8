/// Waits until a condition holds, if its evaluation needs `await`: the state of an actor, for example.
///
/// ```swift
/// try await eventually("queue is empty") { await queue.isEmpty }
/// ```
///
/// Each evaluation runs in its own task. An evaluation that does not end is canceled and abandoned, and the failure
/// says so. When the caller is canceled, the evaluation is canceled, too; the call ends when the evaluation ends,
/// half a second later at the latest. Changes to the values that the body reads are not observed: it is evaluated after
/// each `pollingInterval`. For everything else, see the form whose body needs no `await`.
///
/// - Parameters:
///   - description: What must come true, for the failure text: "badge shows 3".
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout evaluates
///     the body once.
///   - pollingInterval: The pause between two evaluations.
///   - options: Additional requirements and settings: see ``ConditionOption``.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. The
///     body is still evaluated in real time, for at most ``ExpectationDefaults/timeout``.
///   - body: Returns true, or a value other than nil, when the condition holds.
///
/// - Returns: The unwrapped result of the body; nothing for a `Bool`.
/// - Throws: When the condition does not come true, the call records the failure and throws an error that stops the
///   test without a second failure.
@discardableResult
public func eventually<Result: ConditionResult>(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Result
) async throws -> Result.ConditionOutput {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  var output: Result.ConditionOutput?
  try await Condition.suspend(request, awaiting: { Evaluation(of: try await body(), output: &output) }).requireSuccess()
  guard let output else { preconditionFailure("a condition has come true without a value") }
  return output
}

/// Waits until a body that needs `await` no longer throws.
///
/// ```swift
/// try await eventually("the index is complete") { try await index.validate() }
/// ```
///
/// The failure shows the first and the last error. For everything else, see the form whose body returns a condition.
///
/// - Parameters:
///   - description: What must come true, for the failure text: "the index is complete".
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout evaluates
///     the body once.
///   - pollingInterval: The pause between two evaluations.
///   - options: Additional requirements and settings: see ``ConditionOption``.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. The
///     body is still evaluated in real time, for at most ``ExpectationDefaults/timeout``.
///   - body: Throws as long as the condition does not hold. It returns nothing: a value is a failure, because it was
///     probably meant to be compared.
///
/// - Throws: When the condition does not come true, the call records the failure and throws an error that stops the
///   test without a second failure.
public func eventually<Returned>(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  clock: (any Clock<Duration>)? = nil, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Returned
) async throws {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  try await Condition.suspend(request, awaiting: { try Evaluation(returned: await body()) }).requireSuccess()
}

/// Waits until a body that needs `await` returns the expected value.
///
/// ```swift
/// try await eventually("balance", equals: 100) { await account.balance }
/// ```
///
/// The failure shows the last value. For everything else, see the form whose body returns a condition.
///
/// - Parameters:
///   - description: The name of the value, for the failure text: "badge".
///   - expected: The value that ends the wait.
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout evaluates
///     the body once.
///   - pollingInterval: The pause between two evaluations.
///   - options: Additional requirements and settings: see ``ConditionOption``.
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. The
///     body is still evaluated in real time, for at most ``ExpectationDefaults/timeout``.
///   - body: Returns the value to compare.
///
/// - Throws: When the condition does not come true, the call records the failure and throws an error that stops the
///   test without a second failure.
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
  try await Condition.suspend(
    request, expected: { "\(expected)" }, awaiting: { Evaluation(of: try await body(), expecting: expected) }
  ).requireSuccess()
}

/// Waits until a body that needs `await` no longer throws, and discards what it returns.
public func eventually<Returned>(
  succeeds description: String, timeout: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  options: [ConditionOption] = [],
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Returned
) async throws {
  try await eventually(
    description, timeout: timeout, pollingInterval: pollingInterval, options: options,
    fileID: fileID, filePath: filePath, line: line, column: column
  ) { _ = try await body() }
}
