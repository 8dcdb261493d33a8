import Foundation

/// Reads the monotonic clock, in nanoseconds.
enum RealTime {
  static var now: Int {
    #if canImport(Darwin)
      return Int(clamping: clock_gettime_nsec_np(CLOCK_UPTIME_RAW))
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    #endif
  }
}

extension Duration {
  /// The duration in nanoseconds, not below zero and at most as many as an `Int` holds.
  var clampedNanoseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    let (product, overflow) = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow else { return .max }
    let (sum, overflowOfSum) = product.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
    return overflowOfSum ? .max : sum
  }
}
