/// Checks that a condition holds throughout: it fails as soon as the condition does not.
///
/// ```swift
/// await always("connected", for: .milliseconds(200)) { connection.isOpen }
/// ```
///
/// The body is evaluated where the caller runs: at once; whenever something that it read changes, if that is
/// `@Observable`; after each `pollingInterval`; and a last time at the end. What happens only between two looks is not
/// seen, unless it is observable and lasts for a moment. An error that the body throws means that it does not hold.
///
/// When the task is cancelled it ends at once, returns false and records nothing.
///
/// - Parameters:
///   - description: What is meant, for the failure text: "connected".
///   - window: How long; nil for ``ExpectationDefaults/timeout``. Zero or a negative window evaluates the body once.
///     The environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
///   - signal: What ends the window early when it is complete or has failed, after a last evaluation; nil ends nothing.
///   - pollingInterval: The pause between two evaluations when nothing is known to change.
///   - clock: The clock that the window is measured on, for example a ``ManualClock``; nil for the machine's. The body
///     is still evaluated in real time, for at most ``ExpectationDefaults/timeout``: to reach that is a failure.
///   - isolation: The actor that the caller runs on, and that the call returns to.
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///   - body: Returns whether the condition holds.
///
/// - Returns: Whether it held throughout. If it did not, the failure has been recorded, unless the task was cancelled.
@discardableResult
public func always(
  _ description: String = "the condition", for window: Duration? = nil, until signal: (any Waitable)? = nil,
  pollingInterval: Duration = .milliseconds(10), clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Bool
) async -> Bool {
  let request = ConditionRequest(
    .always, description, for: window, until: signal, interval: pollingInterval, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return await Condition.suspend(request) { Evaluation(of: try body()) }.recordFailureIfAny()
}

/// Checks that a condition holds throughout, where `await` is needed to evaluate it.
///
/// ```swift
/// await always("connected", for: .milliseconds(200)) { await connection.isOpen }
/// ```
///
/// The body is evaluated at once, after each `pollingInterval`, and a last time at the end. Changes of what it reads
/// are not observed. An error that it throws means that the condition does not hold.
///
/// When the task is cancelled it ends at once, returns false and records nothing.
///
/// - Parameters:
///   - description: What is meant, for the failure text: "connected".
///   - window: How long; nil for ``ExpectationDefaults/timeout``. Zero or a negative window evaluates the body once.
///     The environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
///   - signal: What ends the window early when it is complete or has failed, after a last evaluation; nil ends nothing.
///   - pollingInterval: The pause between two evaluations when nothing is known to change.
///   - clock: The clock that the window is measured on, for example a ``ManualClock``; nil for the machine's. The body
///     is still evaluated in real time, for at most ``ExpectationDefaults/timeout``: to reach that is a failure.
///   - isolation: The actor that the caller runs on, and that the call returns to.
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///   - body: Returns whether the condition holds.
///
/// - Returns: Whether it held throughout. If it did not, the failure has been recorded, unless the task was cancelled.
@discardableResult
public func always(
  _ description: String = "the condition", for window: Duration? = nil, until signal: (any Waitable)? = nil,
  pollingInterval: Duration = .milliseconds(10), clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Bool
) async -> Bool {
  let request = ConditionRequest(
    .always, description, for: window, until: signal, interval: pollingInterval, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return await Condition.suspend(request, awaiting: { Evaluation(of: try await body()) }).recordFailureIfAny()
}

/// Checks that a condition holds throughout, and blocks the calling thread.
///
/// ```swift
/// always("connected", for: .milliseconds(200)) { connection.isOpen }
/// ```
///
/// Between two evaluations the thread waits as in `Expectation.wait(timeout:)`: on the main thread it services the run
/// loop and the main queue. In an `async` function `await` the other form.
///
/// - Parameters:
///   - description: What is meant, for the failure text: "connected".
///   - window: How long; nil for ``ExpectationDefaults/timeout``. Zero or a negative window evaluates the body once.
///     The environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
///   - signal: What ends the window early when it is complete or has failed, after a last evaluation; nil ends nothing.
///   - pollingInterval: The pause between two evaluations when nothing is known to change.
///   - clock: The clock that the window is measured on, for example a ``ManualClock``; nil for the machine's. The body
///     is still evaluated in real time, for at most ``ExpectationDefaults/timeout``: to reach that is a failure.
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///   - body: Returns whether the condition holds.
///
/// - Returns: Whether it held throughout. If it did not, the failure has been recorded.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await always`.")
@discardableResult
public func always(
  _ description: String = "the condition", for window: Duration? = nil, until signal: (any Waitable)? = nil,
  pollingInterval: Duration = .milliseconds(10), clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Bool
) -> Bool {
  let request = ConditionRequest(
    .always, description, for: window, until: signal, interval: pollingInterval, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return Condition.block(request) { Evaluation(of: try body()) }.recordFailureIfAny()
}
