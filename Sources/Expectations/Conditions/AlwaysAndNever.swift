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
///   - window: How long to check; nil for ``ExpectationDefaults/timeout``. Zero or a negative window evaluates the body
///     once. If no `clock` is given, the environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
///   - signal: Ends the window early, after a last evaluation, when it is complete or has failed; nil for no signal. A
///     signal that does not come in time is a failure.
///   - pollingInterval: The pause between two evaluations, unless an observed value changes.
///   - clock: The clock that measures the window, for example a ``ManualClock``; nil for the computer's clock. The body
///     is still evaluated in real time, for at most ``ExpectationDefaults/timeout``: reaching that limit is a failure.
///   - body: Returns whether the condition holds.
///
/// - Returns: True if the condition held for the whole window, or until the signal came. Otherwise, the call has
///   recorded the failure, unless the task was canceled.
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

/// Checks that a condition holds for some time, if its evaluation needs `await`.
///
/// ```swift
/// await always("connected", for: .milliseconds(200)) { await connection.isOpen }
/// ```
///
/// The body is evaluated at once, after each `pollingInterval`, and a last time at the end. Changes to the values that
/// it reads are not observed. An error that it throws means that the condition does not hold.
///
/// When the task is canceled, the call ends at once, returns false and records nothing.
///
/// - Parameters:
///   - description: What the condition means, for the failure text: "connected".
///   - window: How long to check; nil for ``ExpectationDefaults/timeout``. Zero or a negative window evaluates the body
///     once. If no `clock` is given, the environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
///   - signal: Ends the window early, after a last evaluation, when it is complete or has failed; nil for no signal. A
///     signal that does not come in time is a failure.
///   - pollingInterval: The pause between two evaluations.
///   - clock: The clock that measures the window, for example a ``ManualClock``; nil for the computer's clock. The body
///     is still evaluated in real time, for at most ``ExpectationDefaults/timeout``: reaching that limit is a failure.
///   - body: Returns whether the condition holds.
///
/// - Returns: True if the condition held for the whole window, or until the signal came. Otherwise, the call has
///   recorded the failure, unless the task was canceled.
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

/// Checks that a condition holds for some time, and blocks the calling thread.
///
/// ```swift
/// always("connected", for: .milliseconds(200)) { connection.isOpen }
/// ```
///
/// Between two evaluations, the thread waits as in `Expectation.wait(timeout:)`: on the main thread, it services the
/// run loop and the main queue. In an `async` function, `await` the other form.
///
/// - Parameters:
///   - description: What the condition means, for the failure text: "connected".
///   - window: How long to check; nil for ``ExpectationDefaults/timeout``. Zero or a negative window evaluates the body
///     once. If no `clock` is given, the environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
///   - signal: Ends the window early, after a last evaluation, when it is complete or has failed; nil for no signal. A
///     signal that does not come in time is a failure.
///   - pollingInterval: The pause between two evaluations, unless an observed value changes.
///   - clock: The clock that measures the window, for example a ``ManualClock``; nil for the computer's clock. The body
///     is still evaluated in real time, for at most ``ExpectationDefaults/timeout``: reaching that limit is a failure.
///   - body: Returns whether the condition holds.
///
/// - Returns: True if the condition held for the whole window, or until the signal came. Otherwise, the call has
///   recorded the failure.
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

/// Checks that a condition does not come true for some time: the check fails as soon as the condition holds.
///
/// ```swift
/// await never("error shown", for: .milliseconds(200)) { view.showsError }
/// ```
///
/// The body is evaluated where the caller runs: at once; whenever an `@Observable` value that it read changes; after
/// each `pollingInterval`; and a last time at the end. A condition that holds only between two evaluations stays
/// unseen, unless it is observable and still holds when the body is evaluated after the change. An error that the body
/// throws means that the condition does not hold; ``GiveUpError`` ends the check with a failure.
///
/// When the task is canceled, the call ends at once, returns false and records nothing.
///
/// - Parameters:
///   - description: What the condition means, for the failure text: "error shown".
///   - window: How long to check; nil for ``ExpectationDefaults/timeout``. Zero or a negative window evaluates the body
///     once. If no `clock` is given, the environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
///   - signal: Ends the window early, after a last evaluation, when it is complete or has failed; nil for no signal. A
///     signal that does not come in time is a failure.
///   - pollingInterval: The pause between two evaluations, unless an observed value changes.
///   - clock: The clock that measures the window, for example a ``ManualClock``; nil for the computer's clock. The body
///     is still evaluated in real time, for at most ``ExpectationDefaults/timeout``: reaching that limit is a failure.
///   - body: Returns whether the condition holds.
///
/// - Returns: True if the whole window passed, or the signal came, and the condition did not come true. Otherwise, the
///   call has recorded the failure, unless the task was canceled.
@discardableResult
public func never(
  _ description: String = "the condition", for window: Duration? = nil, until signal: (any Waitable)? = nil,
  pollingInterval: Duration = .milliseconds(10), clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Bool
) async -> Bool {
  let request = ConditionRequest(
    .never, description, for: window, until: signal, interval: pollingInterval, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return await Condition.suspend(request) { Evaluation(of: try body()) }.recordFailureIfAny()
}

/// Checks that a condition does not come true for some time, if its evaluation needs `await`.
///
/// ```swift
/// await never("error shown", for: .milliseconds(200)) { await view.showsError }
/// ```
///
/// The body is evaluated at once, after each `pollingInterval`, and a last time at the end. Changes to the values that
/// it reads are not observed. An error that it throws means that the condition does not hold; ``GiveUpError`` ends the
/// check with a failure.
///
/// When the task is canceled, the call ends at once, returns false and records nothing.
///
/// - Parameters:
///   - description: What the condition means, for the failure text: "error shown".
///   - window: How long to check; nil for ``ExpectationDefaults/timeout``. Zero or a negative window evaluates the body
///     once. If no `clock` is given, the environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
///   - signal: Ends the window early, after a last evaluation, when it is complete or has failed; nil for no signal. A
///     signal that does not come in time is a failure.
///   - pollingInterval: The pause between two evaluations.
///   - clock: The clock that measures the window, for example a ``ManualClock``; nil for the computer's clock. The body
///     is still evaluated in real time, for at most ``ExpectationDefaults/timeout``: reaching that limit is a failure.
///   - body: Returns whether the condition holds.
///
/// - Returns: True if the whole window passed, or the signal came, and the condition did not come true. Otherwise, the
///   call has recorded the failure, unless the task was canceled.
@discardableResult
public func never(
  _ description: String = "the condition", for window: Duration? = nil, until signal: (any Waitable)? = nil,
  pollingInterval: Duration = .milliseconds(10), clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Bool
) async -> Bool {
  let request = ConditionRequest(
    .never, description, for: window, until: signal, interval: pollingInterval, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return await Condition.suspend(request, awaiting: { Evaluation(of: try await body()) }).recordFailureIfAny()
}

/// Checks that a condition does not come true for some time, and blocks the calling thread.
///
/// ```swift
/// never("error shown", for: .milliseconds(200)) { view.showsError }
/// ```
///
/// Between two evaluations, the thread waits as in `Expectation.wait(timeout:)`: on the main thread, it services the
/// run loop and the main queue. In an `async` function, `await` the other form.
///
/// - Parameters:
///   - description: What the condition means, for the failure text: "error shown".
///   - window: How long to check; nil for ``ExpectationDefaults/timeout``. Zero or a negative window evaluates the body
///     once. If no `clock` is given, the environment variable `EXPECTATIONS_QUIET_SCALE` multiplies it.
///   - signal: Ends the window early, after a last evaluation, when it is complete or has failed; nil for no signal. A
///     signal that does not come in time is a failure.
///   - pollingInterval: The pause between two evaluations, unless an observed value changes.
///   - clock: The clock that measures the window, for example a ``ManualClock``; nil for the computer's clock. The body
///     is still evaluated in real time, for at most ``ExpectationDefaults/timeout``: reaching that limit is a failure.
///   - body: Returns whether the condition holds.
///
/// - Returns: True if the whole window passed, or the signal came, and the condition did not come true. Otherwise, the
///   call has recorded the failure.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await never`.")
@discardableResult
public func never(
  _ description: String = "the condition", for window: Duration? = nil, until signal: (any Waitable)? = nil,
  pollingInterval: Duration = .milliseconds(10), clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Bool
) -> Bool {
  let request = ConditionRequest(
    .never, description, for: window, until: signal, interval: pollingInterval, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return Condition.block(request) { Evaluation(of: try body()) }.recordFailureIfAny()
}
