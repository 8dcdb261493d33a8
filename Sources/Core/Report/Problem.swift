import Testing

/// A problem for a test: its text, its place, and whether it fails the test.
struct Problem: Sendable {
  enum Severity: Sendable {
    case warning
    case failure
  }

  var severity = Severity.failure
  var text: String
  var site: CallSite
  /// The place where Swift Testing shows the problem, if the caller set one.
  var location: SourceLocation?
  /// Whether the problem may stop the test, now or in a later wait.
  var mayStop = false
  /// Whether the problem is a failed call of the test itself: a wait or a condition. Others come from the code under
  /// test.
  var endsAWait = false
  /// Whether no test waited for an expectation. A test that ends by skipping itself never reached its waits.
  var isMissingWait = false
  /// The report of the wait that the problem is about, if any. It is large, and a problem is copied often.
  private var boxedReport: Box?

  private final class Box: Sendable {
    let report: WaitReport
    init(_ report: WaitReport) { self.report = report }
  }

  var report: WaitReport? { boxedReport?.report }

  /// A problem of an expectation.
  private init(_ text: String, at site: CallSite) {
    self.text = text
    self.site = site
  }

  /// The failure of a call of the test itself.
  init(call text: String, at site: CallSite) {
    self.init(text, at: site)
    endsAWait = true
    guard let location = ExpectationDefaults.sourceLocation else { return }
    self.location = location
    self = noted("in a helper at \(site), called at \(location.fileName):\(location.line)")
  }

  /// The failure of a wait. It names both tests if one created the expectation and another one waits for it.
  init(_ report: WaitReport, at site: CallSite, createdIn creator: String? = nil) {
    self.init(WaitText(report).text, at: site)
    if report.callSite == WaitReport.Place(site) { self = Problem(call: text, at: site) }
    endsAWait = true
    boxedReport = Box(report)
    if let creator, let current = TestHosts.current.testName, creator != current {
      self = noted("created in \(creator), awaited in \(current)")
    }
  }

  /// The same problem, marked to stop the test.
  var stopping: Problem {
    var copy = self
    copy.mayStop = true
    return copy
  }

  /// Returns the problem with a note in parentheses at its end.
  func noted(_ note: String) -> Problem {
    var copy = self
    copy.text += "\n  (\(note))"
    return copy
  }

  /// Returns the problem with a note of its test, for a problem that comes from another thread.
  func noted(inTest name: String?) -> Problem { noted("in \(Self.test(name))") }

  /// Returns the problem with a note of the test that it came too late for.
  func noted(afterTest name: String?) -> Problem { noted("noticed after \(Self.test(name)) was over") }

  private static func test(_ name: String?) -> String { name.map { "test \($0)" } ?? "a test" }
}

// MARK: The problems of an expectation itself

extension Problem {
  /// The expectation was fulfilled once too often, or although it must not happen.
  ///
  /// - Parameters:
  ///   - wait: The line of the wait, if there was one.
  ///   - test: The test whose code fulfilled it, if that is another one.
  static func surplus(of origin: Origin, _ surplus: Surplus, waitedAt wait: CallSite?, by test: String?) -> Problem {
    var lines: [String] = []
    if let allowed = surplus.lastAllowed {
      let gap = DurationText.exact(surplus.fulfillment.time.real.since(allowed.time.real))
      lines.append("\"\(origin.title)\" was fulfilled once too often: \(surplus.fulfillment)")
      lines.append("  the one before, \(gap) earlier: \(allowed)")
    } else {
      lines.append("\"\(origin.title)\" must not happen, but was fulfilled: \(surplus.fulfillment)")
    }
    if let test { lines.append("  by the code of another test: \(test)") }
    if let wait { lines.append("  waited for at \(wait)") }
    lines.append("  created at \(origin.createdAt)")
    var problem = Problem(lines.joined(separator: "\n"), at: surplus.fulfillment.site ?? wait ?? origin.createdAt)
    problem.mayStop = true
    return problem
  }

  /// The expectation was fulfilled after its wait had given up.
  static func late(_ title: String, _ fulfillment: Fulfillment, after wait: Wait, completes: Bool) -> Problem {
    let isInRealTime = wait.terms.isInRealTime
    let (came, began) =
      isInRealTime ? (fulfillment.time.real, wait.started.real) : (fulfillment.time.fair, wait.started.fair)
    let lateness = DurationText.exact(max(0, came.since(began) - wait.limit))
    var problem = Problem(
      "\"\(title)\" was fulfilled \(lateness) after the \(DurationText.exact(wait.limit)) limit: \(fulfillment)"
        + (completes ? "" : "\n  it was not the last"), at: wait.site)
    problem.severity = .warning
    return problem
  }

  /// No test waited for the expectation.
  static func neverAwaited(_ origin: Origin, count: Int) -> Problem {
    var problem = Problem(
      "No test waited for \"\(origin.title)\" or read its values; it was \(fulfilled(count))", at: origin.createdAt)
    problem.isMissingWait = true
    return problem
  }

  /// The waits for the expectation, in an `async let`, were canceled, so nothing was checked.
  static func onlyCancelled(_ origin: Origin, count: Int, at site: CallSite) -> Problem {
    var problem = Problem(
      """
      Nothing was checked: this wait for "\(origin.title)" was cancelled, and no other was decided; it was \(fulfilled(count))
        an `async let` that the test does not await is cancelled at the end of its scope
      """, at: site)
    problem.severity = .warning
    problem.isMissingWait = true
    return problem
  }

  /// The run ended while a wait for the expectation, and for `more` others, still ran.
  static func stillRunning(_ title: String, more: Int = 0, at site: CallSite) -> Problem {
    let others = more > 0 ? " and \(more) more" : ""
    return Problem(
      "The run ended while this wait for \"\(title)\"\(others) still ran: no test awaited its end", at: site)
  }

  /// No number of fulfillments can meet its count.
  static func impossibleCount(of title: String, defect: String, at site: CallSite) -> Problem {
    var problem = Problem("\"\(title)\" can never be complete: its \(defect)", at: site)
    problem.mayStop = true
    return problem
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
    let lines = ["\(WaitText(report).timeIsUp): \(name) has not ended", fate] + WaitText(report).facts
    return Problem(call: lines.joined(separator: "\n  "), at: site)
  }

  private static func fulfilled(_ count: Int) -> String {
    count == 0 ? "never fulfilled" : "fulfilled \(CountText.times(count))"
  }
}

extension WaitError {
  /// The error of a call whose problem has been recorded; nil for a problem that another call has recorded.
  init(_ problem: Problem?) {
    self.init(description: problem?.text ?? "the failure has been recorded", report: problem?.report)
  }
}
