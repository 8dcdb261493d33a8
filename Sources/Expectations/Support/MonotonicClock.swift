#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Reads the clock that every deadline is measured on: the one Dispatch calls `uptimeNanoseconds`.
enum MonotonicClock {
  /// The same clock as of its last tick, up to some milliseconds ago: for notes on what must cost next to nothing.
  static func recent() -> Instant {
    #if canImport(Darwin)
      return Instant(nanoseconds: Int64(clamping: clock_gettime_nsec_np(CLOCK_UPTIME_RAW_APPROX)))
    #elseif os(Linux)
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
      return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    #else
      return now()
    #endif
  }

  static func now() -> Instant {
    #if canImport(Darwin)
      return Instant(nanoseconds: Int64(clamping: clock_gettime_nsec_np(CLOCK_UPTIME_RAW)))
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    #endif
  }
}
