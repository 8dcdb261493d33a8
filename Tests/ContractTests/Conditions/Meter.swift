import Foundation
import Observation

@testable import Expectations

/// A model with a lock of its own, which any thread may use.
@Observable final class Meter: Sendable {
  @ObservationIgnored private let number = Locked(0)

  /// How long a change takes, in microseconds.
  let delay: UInt32

  init(delay: UInt32 = 0) { self.delay = delay }

  var value: Int {
    get {
      access(keyPath: \.value)
      return number.withLock { $0 }
    }
    set {
      withMutation(keyPath: \.value) {
        usleep(delay)
        number.withLock { $0 = newValue }
      }
    }
  }
}

/// Counts the evaluations of a condition.
final class Counter: Sendable {
  private let count = Locked(0)
  var value: Int { count.withLock { $0 } }
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }
}
