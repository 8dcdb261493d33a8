/// Waits until a condition holds, and blocks the calling thread.
///
/// ```swift
/// try eventually("badge shows 3") { model.badge == 3 }
/// ```
///
/// Between two looks the thread waits as in `Expectation.wait(timeout:)`: on the main thread it services the run loop and the
/// main queue. A body that never returns cannot be ended: then standard error says which condition it is, and the failure
/// is recorded if it returns after all. For everything else see the form that is awaited.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await eventually`.")
@discardableResult
@_specialize(where Result == Bool)
public func eventually<Result: ConditionResult>(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Result
) throws -> Result.Output {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  return try Condition.block(request) { Evaluation(of: try body()) }.requireValue()
}

/// Waits until `body` no longer throws, and blocks the calling thread.
@available(*, noasync, message: "This form blocks the thread. In an async context, use `await eventually`.")
public func eventually(
  _ description: String = "the condition", timeout: Duration? = nil,
  pollingInterval: Duration = .milliseconds(10), options: [ConditionOption] = [],
  clock: (any Clock<Duration>)? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: () throws -> Void
) throws {
  let request = ConditionRequest(
    eventually: description, timeout: timeout, interval: pollingInterval, options: options, clock: clock,
    site: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  try Condition.block(request) {
    try body()
    return .didNotThrow
  }.requireValue()
}

/// Waits until `body` returns the value that is expected, and blocks the calling thread. The failure shows the value that it
/// returned last.
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
  _ = try Condition.block(request, expected: { "\(expected)" }) { Evaluation(of: try body(), expecting: expected) }
    .requireValue()
}
