import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Hands what a session tells about its tasks to the exchanges these belong to.
final class HTTPSessionDelegate: NSObject, URLSessionDataDelegate {
  /// By task identifier. An exchange is here from before its task starts until it has ended.
  private let exchanges = Locked<[Int: HTTPExchange]>([:])

  func add(_ exchange: HTTPExchange, for identifier: Int) {
    exchanges.withLock { $0[identifier] = exchange }
  }

  func remove(_ identifier: Int) {
    // Returned, so that it is not released under the lock.
    _ = exchanges.withLock { $0.removeValue(forKey: identifier) }
  }

  private func exchange(for task: URLSessionTask) -> HTTPExchange? {
    exchanges.withLock { $0[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
  ) {
    let goesOn = exchange(for: dataTask)?.received(response) ?? false
    completionHandler(goesOn ? .allow : .cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    exchange(for: dataTask)?.received(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
  ) {
    if exchange(for: task)?.redirected(from: response.url, to: request.url) ?? false {
      completionHandler(request)
      return
    }
    // The exchange has ended and the task is cancelled, or about to be, on this queue. On Linux the session traps if a
    // cancelled task is told what to do about a redirect; elsewhere it wants to be told.
    #if !canImport(FoundationNetworking)
      completionHandler(nil)
    #endif
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    // The head again: a redirect that leads nowhere ends a task on Linux without its having been told before.
    exchange(for: task)?.completed(error, response: task.response)
  }

  #if canImport(FoundationNetworking)
    /// On Linux the challenge comes after the whole answer, and the default way to handle it is to do nothing, for
    /// ever. With no credentials to offer, that answer is the last.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      // This stops the task, so that there is nothing to tell `completionHandler`.
      exchange(for: task)?.completed(nil, response: challenge.failureResponse)
    }
  #endif
}
