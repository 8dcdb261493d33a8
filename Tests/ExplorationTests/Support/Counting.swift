import Expectations

extension Locked<Int> {
  /// Counts, and returns how many there were before.
  func next() -> Int {
    withLock { count in
      defer { count += 1 }
      return count
    }
  }
}
