/// The failure of a body that did not end in time.
struct BodyFailure: Finding {
  /// What the body does, in the words of the test.
  var description: String
  /// Whether the body still ran half a second after it was canceled.
  var isLeftBehind: Bool
  /// The report of the wait for the end of the body.
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
