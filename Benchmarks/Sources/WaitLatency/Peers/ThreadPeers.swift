import Dispatch
import Foundation

/// The lower bound for a thread. It would block the main queue, so it takes no part on the main thread.
final class SemaphorePeer: BlockingPeer {
  static let name = "DispatchSemaphore"
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
  static let name = "NSConditionLock"
  private let lock = NSConditionLock(condition: 0)

  func fulfill() {
    if lock.lock(before: limit) { lock.unlock(withCondition: 1) }
  }

  func wait() {
    if lock.lock(whenCondition: 1, before: limit) { lock.unlock() }
  }

  private var limit: Date { Date(timeIntervalSinceNow: WaitLimit.seconds) }
}

/// The flag macro: polls a flag and runs the run loop for a tenth of a second in between.
final class FlagMacroPeer: BlockingPeer {
  static let name = "flag macro"
  private let flag = Flag()

  func fulfill() {
    flag.set()
  }

  func wait() {
    while !flag.isSet {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
    }
  }
}

/// The lower bound for the main thread: a block on the main queue wakes the main run loop.
final class MainQueueWakePeer: BlockingPeer {
  static let name = "run loop, main queue"
  private let flag = Flag()

  func fulfill() {
    flag.set()
    DispatchQueue.main.async {}
  }

  func wait() {
    while !flag.isSet {
      _ = RunLoop.main.run(mode: .default, before: .distantFuture)
    }
  }
}

#if os(Linux)
  /// The other lower bound: stopping the main run loop wakes it. One stop is for a loop that runs; a block with another
  /// stop is for a loop that has not been entered yet.
  final class StopWakePeer: BlockingPeer {
    static let name = "run loop, stop"
    private let flag = Flag()

    func fulfill() {
      flag.set()
      RunLoop.main.perform { RunLoop.main._stop() }
      RunLoop.main._stop()
    }

    func wait() {
      while !flag.isSet {
        _ = RunLoop.main.run(mode: .default, before: .distantFuture)
      }
    }
  }
#endif
