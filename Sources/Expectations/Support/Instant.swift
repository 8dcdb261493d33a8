/// A point on the monotonic clock, in nanoseconds. Only differences mean anything.
///
/// A wall clock that is stepped does not move it, and it stands still while the machine is suspended. Arithmetic
/// saturates: a deadline that lies beyond the end of time is `.never`.
struct Instant: Comparable, Hashable, Sendable {
  var nanoseconds: Int64

  /// The end of time: the deadline of a wait without one.
  static let never = Instant(nanoseconds: .max)

  static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.nanoseconds < rhs.nanoseconds }

  /// The instant right after this one.
  var next: Instant { self == .never ? .never : Instant(nanoseconds: nanoseconds + 1) }

  /// This instant and so much later; `.never` when the sum lies beyond the end of time.
  func advanced(by delay: Nanoseconds) -> Instant {
    let (sum, overflow) = nanoseconds.addingReportingOverflow(delay)
    return overflow ? .never : Instant(nanoseconds: sum)
  }

  /// How much later this instant is than `other`; negative when it is earlier.
  func since(_ other: Instant) -> Nanoseconds {
    let (difference, overflow) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
    return overflow ? .max : difference
  }
}

/// A length of time in whole nanoseconds.
typealias Nanoseconds = Int64

extension Duration {
  /// Whole nanoseconds, rounded because 0.7 s as a `Double` is a little less, and saturating at both ends: there the
  /// components of a `Duration` trap.
  var saturatedNanoseconds: Nanoseconds {
    guard self < .nanoseconds(Nanoseconds.max) else { return .max }
    guard self > .nanoseconds(Nanoseconds.min) else { return .min }
    let (seconds, attoseconds) = components
    let half: Int64 = attoseconds < 0 ? -500_000_000 : 500_000_000
    return seconds * 1_000_000_000 + (attoseconds + half) / 1_000_000_000
  }
}
