import Dispatch
import Foundation

/// A flag that several threads see.
final class Flag: @unchecked Sendable {
  // Sendable: `value` is touched only while `lock` is held.
  private let lock = NSLock()
  private var value = false

  var isSet: Bool { lock.withLock { value } }

  func set() {
    lock.withLock { value = true }
  }
}

/// The flag macro: polls a flag, and lets the run loop run for a tenth of a second in between.
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

/// The bare wake of the main run loop by a block on the main queue.
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
  /// The bare wake of the main run loop by stopping it: one stop for a loop that runs, and a block with another one for
  /// a loop that has not been entered.
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
