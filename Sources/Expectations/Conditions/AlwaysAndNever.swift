/// Checks that a condition holds for some time: the check fails as soon as the condition does not hold.
///
/// ```swift
/// await always("connected", for: .milliseconds(200)) { connection.isOpen }
/// ```
///
/// The body is evaluated where the caller runs: at once; whenever an `@Observable` value that it read changes; after
/// each `pollingInterval`; and a last time at the end. A change that lasts only from one evaluation to the next stays
/// unseen, unless it is observable and lasts for a moment. An error that the body throws means that the condition does
/// not hold.
///
/// When the task is canceled, the call ends at once, returns false and records nothing.
///
/// - Parameters:
///   - description: What the condition means, for the failure text: "connected".
///   - window: How long to check, in real time; nil for ``ExpectationDefaults/timeout``. The environment variable
///     `EXPECTATIONS_QUIET_SCALE` multiplies it. Zero or a negative window evaluates the body once.
///   - pollingInterval: The pause between two evaluations, unless an observed value changes.
///   - body: Returns whether the condition holds.
///
/// - Returns: Whether the check succeeded. If it did not, the call has recorded the failure, unless the task was
///   canceled.
@discardableResult
nonisolated(nonsending) public func always(
  _ description: String = "the condition", for window: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Bool
) async -> Bool {
  let request = Condition.Request(
    description, window, pollingInterval, .at(fileID, filePath, line, column), [], .always)
  return await Condition.suspend(request) { Evaluation(of: try body()) }.recordFailureIfAny()
}

/// Checks that a condition holds for some time, if its evaluation needs `await`: see the form whose body needs none.
/// Changes of the state that the body reads are not observed.
@discardableResult
public func always(
  _ description: String = "the condition", for window: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Bool
) async -> Bool {
  let request = Condition.Request(
    description, window, pollingInterval, .at(fileID, filePath, line, column), [], .always)
  return await Condition.suspend(request, awaiting: { Evaluation(of: try await body()) }).recordFailureIfAny()
}

/// Checks that a condition holds for some time, and blocks the calling thread: see the form to `await`.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await always`.")
@discardableResult
public func always(
  _ description: String = "the condition", for window: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Bool
) -> Bool {
  let request = Condition.Request(
    description, window, pollingInterval, .at(fileID, filePath, line, column), [], .always)
  return Condition.block(request) { Evaluation(of: try body()) }.recordFailureIfAny()
}

/// Checks that a condition does not come true for some time: the check fails as soon as the condition holds.
///
/// ```swift
/// await never("error shown", for: .milliseconds(200)) { view.showsError }
/// ```
///
/// An error that the body throws means that the condition does not hold; ``GiveUpError`` ends the check with a failure.
/// For everything else, see `always`.
@discardableResult
nonisolated(nonsending) public func never(
  _ description: String = "the condition", for window: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Bool
) async -> Bool {
  let request = Condition.Request(description, window, pollingInterval, .at(fileID, filePath, line, column), [], .never)
  return await Condition.suspend(request) { Evaluation(of: try body()) }.recordFailureIfAny()
}

/// Checks that a condition does not come true for some time, if its evaluation needs `await`: see the form whose body
/// needs none. Changes of the state that the body reads are not observed.
@discardableResult
public func never(
  _ description: String = "the condition", for window: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Bool
) async -> Bool {
  let request = Condition.Request(description, window, pollingInterval, .at(fileID, filePath, line, column), [], .never)
  return await Condition.suspend(request, awaiting: { Evaluation(of: try await body()) }).recordFailureIfAny()
}

/// Checks that a condition does not come true for some time, and blocks the calling thread: see the form to `await`.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await never`.")
@discardableResult
public func never(
  _ description: String = "the condition", for window: Duration? = nil, pollingInterval: Duration = .milliseconds(10),
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Bool
) -> Bool {
  let request = Condition.Request(description, window, pollingInterval, .at(fileID, filePath, line, column), [], .never)
  return Condition.block(request) { Evaluation(of: try body()) }.recordFailureIfAny()
}
