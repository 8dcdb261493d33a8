import Foundation

/// A continuation, and the lock that it needs so that it may be fulfilled before anybody waits.
final class ContinuationPeer: SuspendingPeer, @unchecked Sendable {
  // Sendable: both variables are touched only while `lock` is held.
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

/// A flag, looked at every 10 milliseconds.
final class SleepPollingPeer: SuspendingPeer {
  private let flag = Flag()

  func fulfill() {
    flag.set()
  }

  func wait() async {
    while !flag.isSet {
      try? await Task.sleep(for: .milliseconds(10))
    }
  }
}
