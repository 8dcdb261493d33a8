import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Forwards the events of a session's tasks to their exchanges.
final class HTTPSessionDelegate: NSObject, URLSessionDataDelegate {
  /// The exchanges by task identifier, from before the start of the task until its end.
  private let exchanges = Locked<[Int: HTTPExchange]>([:])

  func add(_ exchange: HTTPExchange, for identifier: Int) {
    exchanges.withLock { $0[identifier] = exchange }
  }

  func remove(_ identifier: Int) {
    // The exchange is returned so that it is not released under the lock.
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
    // The exchange has ended, and the task is canceled or about to be, on this queue. On Linux, the session traps if a
    // canceled task receives an answer about a redirect; on other platforms, the session requires the answer.
    #if !canImport(FoundationNetworking)
      completionHandler(nil)
    #endif
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    // Pass the head again: on Linux, a redirect without a valid destination ends a task before the delegate sees the
    // head.
    exchange(for: task)?.completed(error, response: task.response)
  }

  #if canImport(FoundationNetworking)
    /// On Linux, the challenge comes after the whole response, and the default handling waits forever. This client has
    /// no credentials, so that response is the last one.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      // This call stops the task, so `completionHandler` needs no answer.
      exchange(for: task)?.completed(nil, response: challenge.failureResponse)
    }
  #endif
}
