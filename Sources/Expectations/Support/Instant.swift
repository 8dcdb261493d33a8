import Foundation

/// A length of time in whole nanoseconds.
typealias Nanoseconds = Int64

/// A point on the monotonic clock, in nanoseconds. Only differences between instants have a meaning.
///
/// Changes of the wall clock do not affect it, and it stands still while the computer is suspended. Arithmetic
/// saturates: a deadline beyond the representable range is `.never`.
package struct Instant: Comparable, Hashable, Sendable {
  package var nanoseconds: Int64

  /// The largest instant: the deadline of a wait without a deadline.
  static let never = Instant(nanoseconds: .max)

  package static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

  /// The instant one nanosecond later.
  var next: Instant { advanced(by: 1) }

  /// Returns the instant `delay` later, or `.never` when the sum overflows.
  func advanced(by delay: Nanoseconds) -> Instant {
    guard self != .never else { return .never }
    let (sum, overflow) = nanoseconds.addingReportingOverflow(delay)
    return overflow ? .never : Instant(nanoseconds: sum)
  }

  /// Returns how much later this instant is than `other`. The result is negative when it is earlier.
  func since(_ other: Instant) -> Nanoseconds {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    guard overflow else { return difference }
    return nanoseconds < other.nanoseconds ? .min : .max
  }

  /// Reads the monotonic clock, which measures every deadline. Dispatch calls its value `uptimeNanoseconds`.
  package static func now() -> Instant {
    #if canImport(Darwin)
      return Instant(nanoseconds: Int64(clamping: clock_gettime_nsec_np(CLOCK_UPTIME_RAW)))
    #else
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Instant(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    #endif
  }
}

/// One instant on both clocks.
struct Moment: Hashable, Sendable {
  /// The instant on the fair clock, which leaves out stalls.
  var fair: Instant
  /// The instant on the monotonic clock, which reports show.
  var real: Instant

  static let never = Moment(fair: .never, real: .never)
  static let first = Moment(fair: Instant(nanoseconds: .min), real: Instant(nanoseconds: .min))
}

extension Duration {
  /// Whole nanoseconds, rounded because 0.7 s as a `Double` is slightly less.
  ///
  /// The value saturates at both ends, where `components` traps.
  package var saturatedNanoseconds: Int64 {
    guard self < .nanoseconds(Nanoseconds.max) else { return .max }
    guard self > .nanoseconds(Nanoseconds.min) else { return .min }
    let (seconds, attoseconds) = components
    let half: Int64 = attoseconds < 0 ? -500_000_000 : 500_000_000
    return seconds * 1_000_000_000 + (attoseconds + half) / 1_000_000_000
  }
}
