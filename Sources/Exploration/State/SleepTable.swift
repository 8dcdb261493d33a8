/// The durations of the sleeps of an exploration, remembered so that every run uses the same ones.
///
/// A sleep arrives as an instant of a clock that goes on between the call and the arrival. The true duration is not
/// shorter than what remains, and not longer than that plus the time that has passed since. People write round
/// durations, so the roundest one of that interval is right.
struct SleepTable: Equatable, Sendable {
  private(set) var durations: [Int]
  /// The durations by what remained, where clocks are exact.
  private var told: [Int: Int] = [:]

  init(durations: [Int] = []) { self.durations = durations }

  /// Returns the duration of a sleep, in nanoseconds, and remembers it.
  ///
  /// - Parameters:
  ///   - remaining: what remained when the sleep arrived.
  ///   - exact: how far exact clocks have moved since the step began, and since the run did; none if there are none.
  ///   - step: how long the step has lasted. A sleep for a duration began in that time.
  ///   - run: how long the run has lasted. The instant of a sleep was computed in that time.
  mutating func duration(remaining: Int, exactly exact: [Int] = [], sinceStep step: Int, sinceRun run: Int) -> Int {
    guard remaining > 0 else { return 0 }
    guard !exact.isEmpty else { return find(remaining, exact, step, run) }
    if let duration = told[remaining] { return duration }
    let duration = find(remaining, exact, step, run)
    // What remains of a sleep on a real clock differs each time.
    if told.count < 1_000 { told[remaining] = duration }
    return duration
  }

  private mutating func find(_ remaining: Int, _ exact: [Int], _ step: Int, _ run: Int) -> Int {
    for time in exact {
      if let known = known(remaining, within: time) { return known }
      let chosen = Self.roundest(from: remaining, longer: time)
      // A real clock, such as that of `Date`, hardly comes to a whole number of microseconds.
      if chosen.isMultiple(of: 1_000) { return remember(chosen) }
    }
    for time in [step, run] { if let known = known(remaining, within: time) { return known } }
    let near = Self.roundest(from: remaining, longer: step)
    // It is round if it has at most four digits before its zeros.
    return remember(near.withoutZeros.digits < 10_000 ? near : Self.roundest(from: remaining, longer: max(step, run)))
  }

  private func known(_ remaining: Int, within time: Int) -> Int? {
    durations.first { remaining <= $0 && $0 - remaining <= time }
  }

  private mutating func remember(_ duration: Int) -> Int {
    durations.append(duration)
    return duration
  }

  /// Returns the roundest number from one that is above zero to one that is so much greater.
  static func roundest(from low: Int, longer: Int) -> Int {
    let (high, isEndless) = low.addingReportingOverflow(longer)
    var (best, unit) = (low, 1)
    while !isEndless, unit <= high {
      let (multiple, isTooLarge) = ((low - 1) / unit + 1).multipliedReportingOverflow(by: unit)
      guard !isTooLarge, multiple <= high else { break }
      best = multiple
      let (next, overflow) = unit.multipliedReportingOverflow(by: 10)
      guard !overflow else { break }
      unit = next
    }
    return best
  }
}
