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
func answer<Value: Sendable>(
  of request: (_ deliver: @escaping @Sendable (Result<Value, ServiceError>) -> Void) -> RequestHandle
) async throws(ServiceError) -> Value {
  if Task.isCancelled { throw .cancelled }
  let handle = Locked<RequestHandle?>(nil)
  return try await withTaskCancellationHandler {
    await withCheckedContinuation { continuation in
      let request = request { continuation.resume(returning: $0) }
      handle.withLock { $0 = request }
      // A cancellation that came earlier has found no handle.
      if Task.isCancelled { request.cancel() }
    }
  } onCancel: {
    handle.withLock { $0 }?.cancel()
  }.get()
}
