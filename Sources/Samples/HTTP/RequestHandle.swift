/// A request under way. Letting go of it does not stop the request.
public final class RequestHandle: Sendable {
  /// Nil for a request that failed before it was sent.
  private let exchange: HTTPExchange?

  init(_ exchange: HTTPExchange?) {
    self.exchange = exchange
  }

  /// Ends the request: its completion handler is called with `cancelled`, and the connection is given up.
  ///
  /// From any thread, any number of times. Nothing happens when the whole answer has come already; the completion
  /// handler may then still be about to be called with it.
  public func cancel() {
    exchange?.cancel()
  }
}

/// Passes a task's cancellation on to a request, whichever of the two comes first.
final class CancellationRelay: Sendable {
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
