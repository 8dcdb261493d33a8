import Foundation

/// The lower bound for a task: a continuation, with the lock that allows fulfilling it before the wait begins.
final class ContinuationPeer: SuspendingPeer, @unchecked Sendable {
  static let name = "continuation"
  // Sendable because both variables are accessed only while `lock` is held.
  private let lock = NSLock()
  private var isFulfilled = false
  private var continuation: CheckedContinuation<Void, Never>?

  func fulfill() {
    let waiting = lock.withLock {
      isFulfilled = true
      return continuation.take()
    }
    waiting?.resume()
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOver = lock.withLock {
        if !isFulfilled { self.continuation = continuation }
        return isFulfilled
      }
      if isOver { continuation.resume() }
    }
  }
}
