import Testing

/// A problem for a test: its text, its place, and whether it fails the test.
struct Problem: Sendable {
  enum Severity: Sendable {
    case warning
    case failure
  }

  var severity: Severity
  var text: String
  var site: CallSite
  /// The place where Swift Testing shows the problem, if the caller set one.
  var location: SourceLocation?
  /// Whether the problem may stop the test, now or in a later wait.
  var mayStop: Bool
  // A problem is copied often, and a report is large.
  private var boxedReport: Boxed<WaitReport>

  /// The report of the wait that the problem is about, if any.
  var report: WaitReport? { boxedReport.value }
  /// Whether the problem is a failed call of the test itself: a wait, a condition or a call of a recorder.
  var endsAWait: Bool

  init(_ finding: some Finding, at site: CallSite) {
    severity = finding.severity
    text = finding.text
    self.site = site
    mayStop = finding.mayStopLater
    boxedReport = Boxed(finding.report)
    endsAWait = finding.endsAWait
    guard finding.isOfACall(at: site), let location = ExpectationDefaults.sourceLocation else { return }
    self.location = location
    self = noted("in a helper at \(site), called at \(location.fileName):\(location.line)")
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
}

extension Problem: Equatable {
  /// The text contains every difference between reports.
  static func == (one: Problem, other: Problem) -> Bool {
    (one.severity, one.text, one.site, one.mayStop)
      == (other.severity, other.text, other.site, other.mayStop)
  }
}

extension WaitError {
  /// The error of a call whose problem has been recorded; nil for a problem that another call has recorded.
  init(_ problem: Problem?) {
    self.init(description: problem?.text ?? "the failure has been recorded", report: problem?.report)
  }
}

/// A fact worth reporting, with a text that depends only on its values.
protocol Finding: Sendable {
  var text: String { get }
  /// A warning does not change the result of the test.
  var severity: Problem.Severity { get }
  /// Whether a later wait may have to stop the test for this finding, which is then already recorded.
  var mayStopLater: Bool { get }
  /// The report of the wait that the finding is about, if any.
  var report: WaitReport? { get }
  /// Whether the finding is that of a wait, a condition or a call of a recorder that failed. Other findings come from
  /// the code under test.
  var endsAWait: Bool { get }
  /// Returns whether the problem belongs to the call at `site`, not to another line.
  func isOfACall(at site: CallSite) -> Bool
}

extension Finding {
  var severity: Problem.Severity { .failure }
  var mayStopLater: Bool { false }
  var report: WaitReport? { nil }
  var endsAWait: Bool { report != nil }
  func isOfACall(at site: CallSite) -> Bool { true }
}

extension WaitReport: Finding {
  var text: String { WaitText(self).text }
  var report: WaitReport? { self }
  func isOfACall(at site: CallSite) -> Bool { callSite == WaitReport.Place(site) }
}
