/// A body that did not end in time.
struct BodyFailure: Finding {
  /// What it does.
  var description: String
  /// Whether it had not ended either when it had been cancelled.
  var isLeftBehind: Bool
  /// The wait for its end.
  var report: WaitReport

  var text: String {
    let causes = CauseText(report, ofBody: true).lines
    return (["\(WaitText(report).timeIsUp): \(name) has not ended", fate] + causes).joined(separator: "\n  ")
  }

  private var name: String { "\"\(description)\"" }

  private var fate: String {
    isLeftBehind
      ? "\(name) was cancelled, but did not end in the \(DurationText.short(grace)) after that: it may still run"
      : "\(name) was cancelled, and has ended"
  }

  private var grace: Duration { .nanoseconds(Timeouts.grace) }
}
