/// Writes durations with the unit that people would use: `0.2 ms`, `1.5 s`.
enum DurationText {
  static func text(nanoseconds: Int) -> String {
    switch nanoseconds {
    case ..<100_000: "\(decimal(nanoseconds, unit: 1_000)) µs"
    case ..<1_000_000_000: "\(decimal(nanoseconds, unit: 1_000_000)) ms"
    default: "\(decimal(nanoseconds, unit: 1_000_000_000)) s"
    }
  }

  /// Writes a number of units with at most two digits after the point.
  private static func decimal(_ number: Int, unit: Int) -> String {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: unit / 100)
    let hundredths = quotient + (remainder >= unit / 200 ? 1 : 0)
    let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
    if rest == 0 { return "\(whole)" }
    return rest % 10 == 0 ? "\(whole).\(rest / 10)" : "\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
