/// An error that an expectation was fulfilled with, and that a wait throws. Where it fails the test, the framework shows no
/// more than the error: the line of the wait, the expectation and the line that delivered it are here.
struct ThrownError: Sendable {
  /// The error as text.
  var error: String
  var report: WaitReport

  var text: String { "\(report.callSite): note: thrown by this wait: \(report.description)" }
}
