import Dispatch
import Foundation

/// A flag that several threads can access.
final class Flag: @unchecked Sendable {
  // Sendable because `value` is accessed only while `lock` is held.
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }

  func set() {
    lock.withLock { value = true }
  }
}

/// The flag macro: polls a flag and runs the run loop for a tenth of a second in between.
final class FlagMacroPeer: BlockingPeer {
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

/// The lower bound: a block on the main queue wakes the main run loop.
final class MainQueueWakePeer: BlockingPeer {
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
  /// The lower bound: stopping the main run loop wakes it. One stop is for a loop that runs; a block with another stop
  /// is for a loop that has not been entered yet.
  final class StopWakePeer: BlockingPeer {
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
