import Dispatch
import Foundation

final class SemaphorePeer: BlockingPeer {
  private let semaphore = DispatchSemaphore(value: 0)

  func fulfill() {
    semaphore.signal()
  }

  func wait() {
    semaphore.wait()
  }
}

/// The checkpoint that many test suites use.
///
/// Its calls without a date trap on Linux when they have to wait, for the condition or only for the lock.
final class ConditionLockPeer: BlockingPeer {
  private let lock = NSConditionLock(condition: 0)

  func fulfill() {
    if lock.lock(before: limit) { lock.unlock(withCondition: 1) }
  }

  func wait() {
    if lock.lock(whenCondition: 1, before: limit) { lock.unlock() }
  }

  private var limit: Date { Date(timeIntervalSinceNow: WaitLimit.seconds) }
}
