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
