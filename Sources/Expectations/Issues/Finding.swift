/// What the library can find out that is worth telling: the facts, and their text as a function of them.
protocol Finding: Sendable {
  var text: String { get }
  /// A warning leaves the test as it is.
  var severity: Problem.Severity { get }
  /// Whether a wait may have to stop the test for it later, when it is no longer recorded.
  var mayStopLater: Bool { get }
  /// The wait that it is about, if it is about one.
  var report: WaitReport? { get }
  /// Whether the call at `site` has found it about what it waited for, and not about another line.
  func isOfACall(at site: CallSite) -> Bool
}

extension Finding {
  var severity: Problem.Severity { .failure }
  var mayStopLater: Bool { false }
  var report: WaitReport? { nil }
  func isOfACall(at site: CallSite) -> Bool { true }
}

extension WaitReport: Finding {
  var text: String { WaitText(self).text }
  var report: WaitReport? { self }
  func isOfACall(at site: CallSite) -> Bool { callSite == WaitReport.Place(site) }
}
