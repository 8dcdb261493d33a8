/// Runs `body`, and returns what it returns, if it ends in time.
///
/// ```swift
/// let receipt = try await within(.seconds(5)) { try await manager.upload(photo) }
/// ```
///
/// The body begins at once, in a task of its own, on the actor that it is written on. When the time is over it is
/// cancelled, and has half a second to end. One that does not is left behind, and the failure says so. What it comes to
/// after its time is dropped.
///
/// When the calling task is cancelled, so is the body; the call ends with it, or half a second later if it does not
/// stop: it throws `CancellationError` and records nothing. In a task that is cancelled already, the body is not run.
///
/// Time in which not everything could run does not count, as in every wait. A body that never suspends holds its thread
/// or its actor, and nothing can end it: on the caller's own actor, the call returns only when it does. A body that was
/// left behind still has what it captured, beside its caller: let it capture nothing that both change.
///
/// - Parameters:
///   - timeout: How long the body may take; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout leaves
///     it no time.
///   - description: What the body does, for the failure text: "photo uploaded".
///   - clock: The clock that the timeout is measured on, for example a ``ManualClock``; nil for the machine's. Should
///     it stand still, the wait ends after ``ExpectationDefaults/timeout`` of real time.
///   - isolation: The actor that the caller runs on, and that the call returns to.
///   - fileID: The module and file that failures name; by default those of the call.
///   - filePath: The path that failures name; by default that of the call's file.
///   - line: The line that failures name; by default that of the call.
///   - column: The column that failures name; by default that of the call.
///   - body: What must end in time.
///
/// - Returns: What the body returned.
/// - Throws: The error that the body threw, unchanged. When the time is over, a failure is recorded at the line of the
///   call, and an error is thrown that stops the test without another one.
@discardableResult
public func within<Value>(
  _ timeout: Duration? = nil, description: String = "the body", clock: (any Clock<Duration>)? = nil,
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Value
) async throws -> Value {
  // What is not wanted any more need not begin.
  try Task.checkCancellation()
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  return try await BoundedBody(body, description, timeout: timeout, clock: clock, site: site).value()
}
