import Expectations
import Foundation

extension Locked<Int> {
  /// Counts, and returns how many there were before.
  func next() -> Int {
    withLock { count in
      defer { count += 1 }
      return count
    }
  }
}

extension Locked<Bool> {
  /// Blocks the thread until the value is true.
  func block() { while !withLock(\.self) { Thread.sleep(forTimeInterval: 0.000_1) } }
}
