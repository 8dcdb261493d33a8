/// A body that has to end in time. It runs in a task of its own, so that one that does not can be left behind; its end
/// is an expectation, which is waited for.
final class BoundedBody<Value>: Sendable {
  private let ended: Expectation<Void>
  private let request: WaitRequest
  private let result: Locked<Result<Value, any Error>?>
  private let task: Task<Void, Never>

  /// Begins at once.
  init(
    _ body: @escaping () async throws -> Value, _ description: String, timeout: Duration?,
    clock: (any Clock<Duration>)?, site: CallSite
  ) {
    let ended = Expectation<Void>(description, bounds: FulfillmentBounds(exactly: 1), queue: nil, createdAt: site)
    let result = Locked<Result<Value, any Error>?>(nil)
    (self.ended, self.result) = (ended, result)
    // Silent: the failure is told here, and an end after it is no news, as the body has been cancelled.
    var request = WaitRequest(TinyArray(ended), recordsNothing: true, timeout: timeout, clock: clock, site: site)
    request.isRecordedByCaller = true
    self.request = request
    // The caller is suspended for as long as the body runs, so nothing of what it captures is used at the same time.
    // Only a body that was left behind may go on beside its caller.
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

  /// Waits for its end, and returns what it returned or throws what it threw. When the time is over, that is recorded.
  func value(isolation: isolated (any Actor)? = #isolation) async throws -> Value {
    let outcome = await Wait.suspend(request)
    if outcome.isSuccess, let result = takeResult() { return try result.get() }
    let hasEnded = await cancel()
    guard !outcome.isCancelled else { throw CancellationError() }
    let failure = BodyFailure(description: ended.title, isLeftBehind: !hasEnded, report: outcome.report)
    throw request.host.orCurrent.stop(
      recording: Problem(failure, at: request.site), orElse: UnmetExpectationError(description: failure.text))
  }

  private func takeResult() -> Result<Value, any Error>? {
    nonisolated(unsafe) let taken = result.withLock { $0.take() }
    return taken
  }

  /// Cancels it and gives it a moment to stop: what the body captures belongs to the caller again. Returns whether it
  /// has ended.
  private func cancel() async -> Bool {
    task.cancel()
    var request = WaitRequest(TinyArray(ended), recordsNothing: true, timeout: nil, site: request.site)
    request.timeouts = Timeouts(exactly: Timeouts.grace)
    request.isLoggedByCaller = true
    // In a task of its own, as the one that runs this may be cancelled.
    return await Task { [request] in await Wait.suspend(request).isSuccess }.value
  }
}
