import Dispatch

/// The monotonic clock, in nanoseconds.
enum Clock {
  static func now() -> UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Microseconds from `start` until now.
  static func microseconds(since start: UInt64) -> Double { Double(now() - start) / 1000 }

  /// Keeps the core busy for the given time.
  static func spin(nanoseconds: UInt64) {
    let end = now() + nanoseconds
    while now() < end {}
  }
}
