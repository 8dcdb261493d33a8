/// Waits until a condition holds that needs `await` to be evaluated: the state of an actor, for example.
///
/// ```swift
/// try await eventually("queue is empty") { await queue.isEmpty }
/// ```
///
/// Each evaluation is a task of its own: one that does not come to an end is left behind, cancelled, and the failure says so.
/// When the caller is cancelled, so is the evaluation; the call ends with it, or half a second later if it does not stop.
/// Changes of what it reads are not observed: it is evaluated after each `pollingInterval`. For everything else see the form
/// whose body needs no `await`.
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

/// Waits until a body that needs `await` returns the value that is expected. The failure shows the value that it returned last.
///
/// ```swift
/// try await eventually("balance", equals: 100) { await account.balance }
/// ```
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
