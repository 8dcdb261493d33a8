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

/// The body of one call of `within`. It runs in its own task; an expectation stands for its end, and the caller waits
/// for that. When the time is over, the caller cancels the body, and abandons it if it does not end.
final class BoundedBody<Value>: Sendable {
  private let ended: Expectation<Void>
  private let request: WaitRequest
  private let result: Locked<Result<Value, any Error>?>
  private let task: Task<Void, Never>

  /// Starts the body at once.
  init(
    _ body: @escaping () async throws -> Value, _ description: String, timeout: Duration?,
    clock: (any Clock<Duration>)?, site: CallSite
  ) {
    let ended = Expectation<Void>(description, bounds: FulfillmentBounds(exactly: 1), queue: nil, createdAt: site)
    let result = Locked<Result<Value, any Error>?>(nil)
    (self.ended, self.result) = (ended, result)
    // The wait records nothing: `value()` records the failure. A late end is no problem, because the body was canceled.
    request = WaitRequest(TinyArray(ended), failures: .caller, timeout: timeout, clock: clock, site: site)
    // The caller is suspended while the body runs, so nothing that the body captures is used by both at once. Only a
    // body that was abandoned may run beside its caller.
    nonisolated(unsafe) let body = body
    task = Task {
      nonisolated(unsafe) let outcome: Result<Value, any Error>
      do {
        outcome = .success(try await body())
      } catch {
        outcome = .failure(error)
      }
      result.withLock { $0 = outcome }
      ended.deliver(.success(()), at: nil)
    }
  }

  /// Waits for the end of the body, and returns its value or throws its error. Records a failure when the time is over.
  func value(isolation: isolated (any Actor)? = #isolation) async throws -> Value {
    let outcome = await Wait.suspend(request)
    if outcome.isSuccess, let result = takeResult() { return try result.get() }
    let hasEnded = await cancel()
    guard !outcome.isCancelled else { throw CancellationError() }
    let failure = BodyFailure(description: ended.title, isLeftBehind: !hasEnded, report: outcome.takeReport())
    throw request.host.orCurrent.stop(recording: Problem(failure, at: request.site))
  }

  private func takeResult() -> Result<Value, any Error>? {
    nonisolated(unsafe) let taken = result.withLock { $0.take() }
    return taken
  }

  /// Cancels the body and gives it a moment to stop: after that, the caller uses what the body captures. Returns
  /// whether the body has ended.
  private func cancel() async -> Bool {
    task.cancel()
    let request = WaitRequest(
      TinyArray(ended), failures: .caller, isLoggedByCaller: true, timeouts: Timeouts(exactly: Timeouts.grace),
      site: request.site)
    // The wait runs in its own task, because the current task may be canceled.
    return await Task { await Wait.suspend(request).isSuccess }.value
  }
}

/// The failure of a body that did not end in time.
struct BodyFailure: Finding {
  /// What the body does, in the words of the test.
  var description: String
  /// Whether the body still ran half a second after it was canceled.
  var isLeftBehind: Bool
  /// The report of the wait for the end of the body.
  var report: WaitReport

  var text: String {
    let causes = CauseText(report, ofBody: true).lines
    return (["\(WaitText(report).timeIsUp): \(name) has not ended", fate] + causes).joined(separator: "\n  ")
  }

  private var name: String { "\"\(description)\"" }

  private var fate: String {
    isLeftBehind
      ? "\(name) was cancelled, but did not end in the \(DurationText.short(grace)) after that: it may still run"
      : "\(name) was cancelled, and has ended"
  }

  private var grace: Duration { .nanoseconds(Timeouts.grace) }
}
