/// A request under way. Letting go of it does not stop the request.
public final class RequestHandle: Sendable {
  /// For a request that was answered before it was sent.
  public static let none = RequestHandle {}

  private let onCancel: @Sendable () -> Void

  /// - Parameter onCancel: Ends the request; called each time that `cancel` is.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Ends the request: its completion handler is called with `cancelled`, and the connection is given up.
  ///
  /// From any thread, any number of times. Nothing happens when the whole answer has come already; the completion
  /// handler may then still be about to be called with it.
  public func cancel() {
    onCancel()
  }
}

/// Awaits a request that is made with a completion handler; cancelling the task cancels the request. A task that is
/// cancelled already makes none, and gets `cancelled`.
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

/// Passes a task's cancellation on to a request, whichever of the two comes first.
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
