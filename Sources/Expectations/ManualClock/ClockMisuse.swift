/// A wrong use of a manual clock, reported as a failure.
enum ClockMisuse: Finding {
  /// A test set the clock back.
  case backwards(from: Duration, to: Duration)
  /// Fewer sleepers came than the minimum that a test waited for.
  case tooFewSleepers(minimum: Int, after: Duration, clock: String)
  /// A task that the clock woke did not run.
  case notAwake(after: Duration, clock: String)

  var text: String {
    switch self {
    case .backwards(let now, let target):
      """
      A clock cannot go back from \(DurationText.exact(now)) to \(DurationText.exact(target))
        its time has not changed
      """
    case .tooFewSleepers(let minimum, let time, let clock):
      """
      Waited \(DurationText.short(time)) for \(minimum == 1 ? "a sleeper" : "\(minimum) sleepers") on a clock
        \(clock)
      """
    case .notAwake(let time, let clock):
      """
      A task that slept on a clock was woken, but did not run for \(DurationText.short(time)): concurrency pool busy
        \(clock)
      """
    }
  }
}
