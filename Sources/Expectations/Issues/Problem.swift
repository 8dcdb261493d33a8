import Testing

/// Something that a test is to be told: what, where, and whether the test fails for it.
struct Problem: Sendable {
  enum Severity: Sendable {
    case warning
    case failure
  }

  var severity: Severity
  var text: String
  var site: CallSite
  /// Where Swift Testing is to show it instead, if the caller has said that.
  var location: SourceLocation?
  /// Whether the test may be stopped for it, now or by a wait that comes later.
  var mayStop: Bool
  /// The wait that it is about, if it is about one.
  var report: WaitReport?

  init(_ finding: some Finding, at site: CallSite) {
    severity = finding.severity
    text = finding.text
    self.site = site
    mayStop = finding.mayStopLater
    report = finding.report
    guard finding.isOfACall(at: site), let location = ExpectationDefaults.sourceLocation else { return }
    self.location = location
    self = noted("in a helper at \(site), called at \(location.fileName):\(location.line)")
  }

  /// The problem, for which the test is stopped.
  var stopping: Problem {
    var copy = self
    copy.mayStop = true
    return copy
  }

  /// The problem with a note, in parentheses, at its end.
  func noted(_ note: String) -> Problem {
    var copy = self
    copy.text += "\n  (\(note))"
    return copy
  }
}

extension Problem: Equatable {
  /// The text has all that a report could differ in.
  static func == (one: Problem, other: Problem) -> Bool {
    (one.severity, one.text, one.site, one.mayStop)
      == (other.severity, other.text, other.site, other.mayStop)
  }
}
