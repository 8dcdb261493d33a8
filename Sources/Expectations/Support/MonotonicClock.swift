import Foundation

/// Reads the monotonic clock, which measures every deadline. Dispatch calls its value `uptimeNanoseconds`.
enum MonotonicClock {
  static func now() -> MonotonicInstant {
    #if canImport(Darwin)
      return MonotonicInstant(nanoseconds: Int64(clamping: clock_gettime_nsec_np(CLOCK_UPTIME_RAW)))
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return MonotonicInstant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    #endif
  }
}
