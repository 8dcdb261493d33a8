/// Checks that a condition holds throughout: it fails as soon as the condition does not.
///
/// ```swift
/// await always("connected", for: .milliseconds(200)) { connection.isOpen }
/// ```
///
/// The body is evaluated where the caller runs: at once; whenever something that it read changes, if that is `@Observable`;
/// after each `pollingInterval`; and a last time at the end. What happens only between two looks is not seen, unless it is
/// observable and lasts for a moment. An error that the body throws means that it does not hold.
///
/// When the task is cancelled it ends at once, returns false and records nothing.
///
/// - `description`: What is meant, for the failure text.
/// - `window`: How long; ``ExpectationDefaults/timeout`` when nil. Zero and less look once. It is multiplied by the environment
///   variable `EXPECTATIONS_QUIET_SCALE`.
/// - `signal`: What ends the window early when it is complete or has failed, after a last look.
/// - `pollingInterval`: The pause between two looks when nothing is known to change.
/// - `clock`: What the window is measured on, when it is not the machine's clock: a ``ManualClock``, for example. The looks are
///   still made in real time, and it is bounded in real time, too, by ``ExpectationDefaults/timeout``: to reach that is a
///   failure.
/// - `isolation`: The actor that the caller runs on, and comes back to.
///
/// - Returns: Whether it held throughout. A failure has then been recorded.
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
  return await Condition.suspend(request) { Evaluation(of: try body()) }.isSuccess()
}

/// The same for a condition that needs `await` to be evaluated. Changes of what it reads are not observed.
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
  return await Condition.suspend(request, awaiting: { Evaluation(of: try await body()) }).isSuccess()
}

/// The same for synchronous tests: it blocks the calling thread, as `Expectation.wait(timeout:)` does.
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
  return Condition.block(request) { Evaluation(of: try body()) }.isSuccess()
}
