/// Runs `body`, and returns its result if it ends in time.
///
/// ```swift
/// let receipt = try await within(.seconds(5)) { try await manager.upload(photo) }
/// ```
///
/// The body begins at once, in its own task, on the actor of the code that contains it, with the priority of the
/// calling task, and gains priority with it. When the time is over, the call cancels the body and gives it half a
/// second to end. A body that still runs is abandoned, and the failure says so. A result that comes too late is
/// dropped.
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
///   - timeout: How long the body may take; nil for ``ExpectationDefaults/timeout``. Zero or a negative timeout checks
///     once, right after the body was started, whether it has ended: on another thread, a short body may have.
///   - description: What the body does, for the failure text: "photo uploaded".
///   - body: The code that must end in time.
///
/// - Returns: The result of the body.
/// - Throws: The error that the body threw, unchanged: an error that skips or cancels the test, too. When the time is
///   over, the call records a failure at its own line and throws an error that stops the test without a second failure.
@discardableResult
public func within<Value>(
  _ timeout: Duration? = nil, description: String = "the body", isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ body: @escaping () async throws -> Value
) async throws -> Value {
  // In a canceled task, the body need not begin.
  try Task.checkCancellation()
  let site = CallSite.at(fileID, filePath, line, column)
  let bounded = BoundedBody(body, description, site: site)
  let ended = await bounded.wait(Wait(timeout: timeout, needsReport: true, site: site))
  if ended.isSuccess, let result = bounded.takeResult() { return try result.get() }
  let hasEnded = await bounded.cancel()
  guard !ended.isCancelled else { throw CancellationError() }
  throw ended.host.stop(recording: .body(description, isLeftBehind: !hasEnded, ended.explainedReport(), at: site))
}

/// A body in a task of its own, which a caller awaits for a limited time, and abandons if it does not end.
final class BoundedBody<Value>: Sendable {
  private let ended: AnyExpectation
  private let result = Locked<Result<Value, any Error>?>(nil)
  private let task: Task<Void, Never>

  /// Starts the body at once.
  init(
    _ body: @escaping () async throws -> Value, _ description: String, site: CallSite, role: Origin.Role = .ofCall
  ) {
    let ended = AnyExpectation(description, FulfillmentCount(1...), createdAt: site, role: role)
    self.ended = ended
    // The caller is suspended while the body runs, so nothing that the body captures is used by both at once. Only a
    // body that was abandoned may run beside its caller.
    nonisolated(unsafe) let body = body
    task = Task(priority: Task.currentPriority) { [result] in
      nonisolated(unsafe) let outcome: Result<Value, any Error>
      do {
        outcome = .success(try await body())
      } catch {
        outcome = .failure(error)
      }
      result.withLock { $0 = outcome }
      ended.fulfill(at: nil) {}
    }
  }

  /// Waits for the end of the body. Its task gains priority with the calling one.
  nonisolated(nonsending) func wait(_ wait: Wait) async -> EndedWait {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else {
      return await wait.suspend(for: [ended])
    }
    return await withTaskPriorityEscalationHandler {
      await wait.suspend(for: [ended])
    } onPriorityEscalated: { [task] _, priority in
      task.escalatePriority(to: priority)
    }
  }

  func takeResult() -> Result<Value, any Error>? {
    nonisolated(unsafe) let taken = result.withLock { $0.take() }
    return taken
  }

  /// Cancels the body and gives it a moment to stop: after that, the caller uses what the body captures. Returns
  /// whether the body has ended.
  nonisolated(nonsending) func cancel() async -> Bool {
    task.cancel()
    let wait = Wait.ofLibrary(limit: Limits.grace, site: ended.createdAt)
    // The wait runs in its own task, because the current task may be canceled.
    return await Task { await wait.suspend(for: [ended]).isSuccess }.value
  }
}
