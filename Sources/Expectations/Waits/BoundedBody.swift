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
    throw request.host.orCurrent.stop(
      recording: Problem(failure, at: request.site), orElse: UnmetExpectationError(description: failure.text))
  }

  private func takeResult() -> Result<Value, any Error>? {
    nonisolated(unsafe) let taken = result.withLock { $0.take() }
    return taken
  }

  /// Cancels the body and gives it a moment to stop: after that, the caller uses what the body captures. Returns
  /// whether the body has ended.
  private func cancel() async -> Bool {
    task.cancel()
    var request = WaitRequest(TinyArray(ended), failures: .caller, timeout: nil, site: request.site)
    request.timeouts = Timeouts(exactly: Timeouts.grace)
    request.isLoggedByCaller = true
    // The wait runs in its own task, because the current task may be canceled.
    return await Task { [request] in await Wait.suspend(request).isSuccess }.value
  }
}
