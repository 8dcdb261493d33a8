/// Finds the duration that code asked for, when only an interval is known.
///
/// A sleep arrives as an instant of a clock that goes on between the call and the arrival. The true duration is not
/// shorter than what remains, and not longer than that plus the time that has passed since the code began to run.
/// People write round durations, so the roundest one of that interval is right.
enum RoundDuration {
  /// Returns the roundest number of nanoseconds from `low` through `high`, or one of `known` that lies there.
  static func pick(from low: Int, through high: Int, known: some Sequence<Int> = []) -> Int {
    guard low > 0 else { return 0 }
    guard high > low else { return low }
    if let known = known.first(where: { low <= $0 && $0 <= high }) { return known }
    var unit = 1
    var best = low
    while true {
      let (multiple, isTooLarge) = ((low - 1) / unit + 1).multipliedReportingOverflow(by: unit)
      guard !isTooLarge, multiple <= high else { return best }
      best = multiple
      let (next, overflow) = unit.multipliedReportingOverflow(by: 10)
      guard !overflow, next <= high else { return best }
      unit = next
    }
  }
}
