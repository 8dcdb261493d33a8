/// A handle for a request under way. Releasing the handle does not stop the request.
public final class RequestHandle: Sendable {
  /// The handle of a request that was answered without being sent.
  public static let none = RequestHandle {}

  private let onCancel: @Sendable () -> Void

  /// - Parameter onCancel: Ends the request. It is called on every call of `cancel`.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Ends the request: its completion handler is called with `cancelled`, and the connection is closed.
  ///
  /// The method can be called from any thread, any number of times. It has no effect after the complete response has
  /// arrived, even if the completion handler has not been called yet.
  public func cancel() {
    onCancel()
  }
}

/// Awaits a request that has a completion handler. Canceling the task cancels the request. A task that is already
/// canceled sends no request and throws `cancelled`.
func answer<Value: Sendable, Failure: Error>(
  cancelled: Failure, of request: (_ deliver: @escaping @Sendable (Result<Value, Failure>) -> Void) -> RequestHandle
) async throws(Failure) -> Value {
  if Task.isCancelled { throw cancelled }
  let relay = CancellationRelay()
  return try await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      relay.follow(request { continuation.resume(returning: $0) })
    }
  } onCancel: {
    relay.cancel()
  }.get()
}

/// Forwards a task's cancellation to a request, in either order.
private final class CancellationRelay: Sendable {
  private enum State: Sendable {
    case waiting
    case following(RequestHandle)
    case cancelled
  }

  private let state = Locked(State.waiting)

  func follow(_ request: RequestHandle) {
    let isCancelled = state.withLock { state in
      if case .cancelled = state { return true }
      state = .following(request)
      return false
    }
    if isCancelled { request.cancel() }
  }

  func cancel() {
    let request = state.withLock { state -> RequestHandle? in
      defer { state = .cancelled }
      guard case .following(let request) = state else { return nil }
      return request
    }
    request?.cancel()
  }
}
