/// Writes durations with the unit that people would use, and at most two digits after the point: `0.2 ms`, `1.5 s`.
enum DurationText {
  static func text(nanoseconds: Int) -> String {
    let (unit, name) =
      switch nanoseconds {
      case ..<100_000: (1_000, "µs")
      case ..<1_000_000_000: (1_000_000, "ms")
      default: (1_000_000_000, "s")
      }
    let number = "\((Double(nanoseconds) / Double(unit) * 100).rounded() / 100)"
    return "\(number.hasSuffix(".0") ? String(number.dropLast(2)) : number) \(name)"
  }
}
