/// Waits until a condition holds, if its evaluation needs `await`: the state of an actor, for example.
///
/// ```swift
/// try await eventually("queue is empty") { await queue.isEmpty }
/// ```
///
/// Each evaluation runs in its own task, with the priority of the calling one. An evaluation that does not end is
/// canceled and abandoned, and the failure says so. When the caller is canceled, the evaluation is canceled, too; the
/// call ends when the evaluation ends, half a second later at the latest. Changes to the values that the body reads are
/// not observed: it is evaluated after each `pollingInterval`. For everything else, see the form whose body needs no
/// `await`.
@discardableResult
public func eventually<Result: ConditionResult>(
  _ description: String = "the condition", timeout: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  options: [ConditionOption] = [], isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Result
) async throws -> Result.ConditionOutput {
  let request = Condition.Request(description, timeout, pollingInterval, .at(fileID, filePath, line, column), options)
  var output: Result.ConditionOutput?
  try await Condition.suspend(request, awaiting: { Evaluation(of: try await body(), output: &output) }).requireSuccess()
  guard let output else { preconditionFailure("a condition has come true without a value") }
  return output
}

/// Waits until a body that needs `await` returns the expected value: see the form whose body returns a condition.
public func eventually<Value: Equatable>(
  _ description: String = "the value", equals expected: Value, timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10),
  options: [ConditionOption] = [], isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Value
) async throws {
  let request = Condition.Request(description, timeout, pollingInterval, .at(fileID, filePath, line, column), options)
  try await Condition.suspend(
    request, expected: { "\(expected)" }, awaiting: { Evaluation(of: try await body(), expecting: expected) }
  ).requireSuccess()
}

/// Waits until a body that needs `await` no longer throws: see the form whose body returns a condition.
public func eventually<Returned>(
  succeeds description: String, timeout: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  options: [ConditionOption] = [], isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Returned
) async throws {
  let request = Condition.Request(description, timeout, pollingInterval, .at(fileID, filePath, line, column), options)
  try await Condition.suspend(
    request,
    awaiting: {
      _ = try await body()
      return Evaluation.withoutError
    }
  ).requireSuccess()
}

/// Ends the test by the error that `body` throws to skip or cancel it. The body of a condition may do that at any time;
/// this form is for one that does nothing else.
public func eventually(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Never
) async throws {
  let request = Condition.Request(description, timeout, pollingInterval, .at(fileID, filePath, line, column), options)
  try await Condition.suspend(request, awaiting: { try await body() }).requireSuccess()
}

/// Waits until a condition holds, and blocks the calling thread: see the form to `await`.
///
/// Between two evaluations, the thread waits as in `Expectation.wait(timeout:)`: on the main thread, it services the
/// run loop and the main queue. The call cannot end a body that never returns.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await eventually`.")
@discardableResult
public func eventually<Result: ConditionResult>(
  _ description: String = "the condition", timeout: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  options: [ConditionOption] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Result
) throws -> Result.ConditionOutput {
  let request = Condition.Request(description, timeout, pollingInterval, .at(fileID, filePath, line, column), options)
  var output: Result.ConditionOutput?
  try Condition.block(request) { Evaluation(of: try body(), output: &output) }.requireSuccess()
  guard let output else { preconditionFailure("a condition has come true without a value") }
  return output
}

/// Waits until `body` returns the expected value, and blocks the calling thread: see the form to `await`.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await eventually`.")
public func eventually<Value: Equatable>(
  _ description: String = "the value", equals expected: Value, timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10),
  options: [ConditionOption] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Value
) throws {
  let request = Condition.Request(description, timeout, pollingInterval, .at(fileID, filePath, line, column), options)
  try Condition.block(request, expected: { "\(expected)" }) { Evaluation(of: try body(), expecting: expected) }
    .requireSuccess()
}

/// Waits until `body` no longer throws, and blocks the calling thread: see the form to `await`.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await eventually`.")
public func eventually<Returned>(
  succeeds description: String, timeout: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  options: [ConditionOption] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Returned
) throws {
  let request = Condition.Request(description, timeout, pollingInterval, .at(fileID, filePath, line, column), options)
  try Condition.block(request) {
    _ = try body()
    return Evaluation.withoutError
  }.requireSuccess()
}

/// Ends the test by the error that `body` throws to skip or cancel it. The body of a condition may do that at any time;
/// this form is for one that does nothing else.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await eventually`.")
public func eventually(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Never
) throws {
  let request = Condition.Request(description, timeout, pollingInterval, .at(fileID, filePath, line, column), options)
  try Condition.block(request) { try body() }.requireSuccess()
}
