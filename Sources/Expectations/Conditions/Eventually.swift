/// Waits until a condition holds: until `body` returns true, or a value other than nil.
///
/// ```swift
/// try await eventually("badge shows 3") { model.badge == 3 }
/// let photo = try await eventually("photo loaded") { album.photos.first }
/// ```
///
/// For a `Bool?`, both `false` and nil mean "not yet".
///
/// The body is evaluated where the caller runs: at once; whenever an `@Observable` value that it read changes; after
/// each `pollingInterval`; and a last time when the time is over. A condition that holds only between two evaluations
/// stays unseen, unless it is observable and holds for a moment. The call returns the very value that it judged, or
/// shows it in the failure.
///
/// An error that the body throws means "not yet". The failure shows the first and the last error. ``GiveUpError`` ends
/// the wait. An error that skips or cancels the test ends it, too, and is thrown on. An assertion of the test framework
/// does not belong in the body: no later evaluation takes its failure back.
///
/// When the task is canceled, the call ends at once, throws `CancellationError` and records nothing. Deadlines follow
/// the clock: an evaluation that is running when the time is over has two seconds to end.
///
/// - Parameters:
///   - description: What must come true, for the failure text: "badge shows 3".
///   - timeout: How long to wait at most; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout evaluates
///     the body once.
///   - pollingInterval: The pause between two evaluations, unless an observed value changes.
///   - options: Additional requirements and settings: see ``ConditionOption``.
///   - body: Returns true, or a value other than nil, when the condition holds.
///
/// - Returns: The unwrapped result of the body; nothing for a `Bool`.
/// - Throws: When the condition does not come true, the call records the failure and throws an error that stops the
///   test without a second failure.
@discardableResult
nonisolated(nonsending) public func eventually<Result: ConditionResult>(
  _ description: String = "the condition", timeout: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  options: [ConditionOption] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Result
) async throws -> Result.ConditionOutput {
  let request = Condition.Request(description, timeout, pollingInterval, .at(fileID, filePath, line, column), options)
  var output: Result.ConditionOutput?
  try await Condition.suspend(request) { Evaluation(of: try body(), output: &output) }.requireSuccess()
  guard let output else { preconditionFailure("a condition has come true without a value") }
  return output
}

/// Waits until `body` returns the expected value.
///
/// ```swift
/// try await eventually("badge", equals: 3) { model.badge }
/// ```
///
/// The failure shows the last value. For everything else, see the form whose body returns a condition.
nonisolated(nonsending) public func eventually<Value: Equatable>(
  _ description: String = "the value", equals expected: Value, timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10),
  options: [ConditionOption] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Value
) async throws {
  let request = Condition.Request(description, timeout, pollingInterval, .at(fileID, filePath, line, column), options)
  try await Condition.suspend(request, expected: { "\(expected)" }) { Evaluation(of: try body(), expecting: expected) }
    .requireSuccess()
}

/// Waits until `body` no longer throws.
///
/// ```swift
/// try await eventually(succeeds: "the index is complete") { try index.validate() }
/// ```
///
/// The failure shows the first and the last error. The result of the body is discarded, and may not be a `Bool`. For
/// everything else, see the form whose body returns a condition.
nonisolated(nonsending) public func eventually<Returned>(
  succeeds description: String, timeout: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  options: [ConditionOption] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Returned
) async throws {
  let request = Condition.Request(description, timeout, pollingInterval, .at(fileID, filePath, line, column), options)
  try await Condition.suspend(request) {
    _ = try body()
    return Evaluation.withoutError
  }.requireSuccess()
}

/// Ends the test by the error that `body` throws to skip or cancel it. The body of a condition may do that at any time;
/// this form is for one that does nothing else.
nonisolated(nonsending) public func eventually(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Never
) async throws {
  let request = Condition.Request(description, timeout, pollingInterval, .at(fileID, filePath, line, column), options)
  try await Condition.suspend(request) { try body() }.requireSuccess()
}

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
