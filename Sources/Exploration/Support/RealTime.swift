import Expectations

/// Reads the monotonic clock, in nanoseconds.
enum RealTime {
  static var now: Int { Int(clamping: Instant.now().nanoseconds) }
}

extension Duration {
  /// The duration in nanoseconds, not below zero and at most as many as an `Int` holds.
  var clampedNanoseconds: Int { max(0, Int(clamping: saturatedNanoseconds)) }
}
