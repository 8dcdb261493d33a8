// The problems of expectations and waits.

extension Problem {
  /// The expectation was fulfilled once too often, or although it must not happen.
  ///
  /// - Parameters:
  ///   - wait: The line of the wait, if there was one.
  ///   - test: The test whose code fulfilled it, if that is another one.
  static func extra(
    of origin: Origin, _ extra: ExtraFulfillment, waitedAt wait: CallSite?, by test: String?
  ) -> Problem {
    var lines: [String] = []
    if let allowed = extra.lastAllowed {
      let gap = DurationText.exact(extra.fulfillment.time.real.since(allowed.time.real))
      lines.append("\"\(origin.title)\" was fulfilled once too often: \(extra.fulfillment)")
      lines.append("  the one before, \(gap) earlier: \(allowed)")
    } else {
      lines.append("\"\(origin.title)\" must not happen, but was fulfilled: \(extra.fulfillment)")
    }
    if let test { lines.append("  by the code of another test: \(test)") }
    if let wait { lines.append("  waited for at \(wait)") }
    lines.append("  created at \(origin.createdAt)")
    return Problem(
      lines.joined(separator: "\n"), at: extra.fulfillment.site ?? wait ?? origin.createdAt, mayStop: true)
  }

  /// The expectation was fulfilled after its wait had given up.
  static func late(_ title: String, _ fulfillment: Fulfillment, after wait: Wait, completes: Bool) -> Problem {
    let lateness = DurationText.exact(wait.lateness(of: fulfillment.time))
    return Problem(
      "\"\(title)\" was fulfilled \(lateness) after the \(DurationText.exact(wait.limit)) limit: \(fulfillment)"
        + (completes ? "" : "\n  it was not the last"), at: wait.site, severity: .warning)
  }

  /// No test waited for the expectation.
  static func neverAwaited(_ origin: Origin, count: Int) -> Problem {
    Problem(
      "No test waited for \"\(origin.title)\" or read its values; it was \(fulfilled(count))", at: origin.createdAt,
      isMissingWait: true)
  }

  /// The waits for the expectation, in an `async let`, were canceled, so nothing was checked.
  static func onlyCancelled(_ origin: Origin, count: Int, at site: CallSite) -> Problem {
    Problem(
      """
      Nothing was checked: this wait for "\(origin.title)" was cancelled, and no other was decided; it was \(fulfilled(count))
        an `async let` that the test does not await is cancelled at the end of its scope
      """, at: site, severity: .warning, isMissingWait: true)
  }

  /// The run ended while a wait for the expectation, and for `more` others, still ran.
  static func stillRunning(_ title: String, more: Int = 0, at site: CallSite) -> Problem {
    let others = more > 0 ? " and \(more) more" : ""
    return Problem(
      "The run ended while this wait for \"\(title)\"\(others) still ran: no test awaited its end", at: site)
  }

  /// No number of fulfillments can meet its count.
  static func impossibleCount(of title: String, defect: String, at site: CallSite) -> Problem {
    Problem("\"\(title)\" can never be complete: its \(defect)", at: site, mayStop: true)
  }

  /// A body did not end in time.
  ///
  /// - Parameter isLeftBehind: Whether it still ran half a second after it was canceled.
  static func body(_ description: String, isLeftBehind: Bool, _ report: WaitReport, at site: CallSite) -> Problem {
    let name = "\"\(description)\""
    let fate =
      isLeftBehind
      ? "\(name) was cancelled, but did not end in the \(DurationText.short(.nanoseconds(Limits.grace))) after that: it may still run"
      : "\(name) was cancelled, and has ended"
    let lines =
      ["\(WaitText(report: report).timeIsUp): \(name) has not ended", fate] + WaitText(report: report).details
      + report.closing
    return Problem(call: lines.joined(separator: "\n  "), at: site)
  }

  private static func fulfilled(_ count: Int) -> String {
    count == 0 ? "never fulfilled" : "fulfilled \(CountText.times(count))"
  }
}
