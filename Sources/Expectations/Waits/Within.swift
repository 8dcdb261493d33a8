/// Runs `body`, and returns its result if it ends in time.
///
/// ```swift
/// let receipt = try await within(.seconds(5)) { try await manager.upload(photo) }
/// ```
///
/// The body begins at once, in its own task, on the actor of the code that contains it. When the time is over, the call
/// cancels the body and gives it half a second to end. A body that still runs is abandoned, and the failure says so. A
/// result that comes too late is dropped.
///
/// When the calling task is canceled, the body is canceled, too; the call ends when the body ends, half a second
/// later at the latest. It throws `CancellationError` and records nothing. If the task is already canceled, the body
/// does not run.
///
/// Time in which not everything could run does not count, as in every wait. A body that never suspends holds its thread
/// or its actor, and no other code can end it: on the caller's own actor, the call returns only when the body does. An
/// abandoned body keeps what it captured, beside its caller: let it capture nothing that both change.
///
/// - Parameters:
///   - timeout: How long the body may take; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout gives
///     it no time.
///   - description: What the body does, for the failure text: "photo uploaded".
///   - clock: The clock that measures the timeout, for example a ``ManualClock``; nil for the computer's clock. If the
///     clock stands still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///   - isolation: The actor that the caller runs on; the call returns to it.
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///   - body: The code that must end in time.
///
/// - Returns: The result of the body.
/// - Throws: The error that the body threw, unchanged. When the time is over, the call records a failure at its own
///   line and throws an error that stops the test without a second failure.
@discardableResult
public func within<Value>(
  _ timeout: Duration? = nil, description: String = "the body", clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Value
) async throws -> Value {
  // In a canceled task, the body need not begin.
  try Task.checkCancellation()
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await BoundedBody(body, description, timeout: timeout, clock: clock, site: site).value()
}
