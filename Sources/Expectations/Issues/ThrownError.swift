/// An error that an expectation was fulfilled with, or that a recorder recorded, and that a wait throws. Where it fails
/// the test, the framework shows no more than the error: the line of the wait, what it was for, and the line that
/// delivered the error are here.
struct ThrownError: Sendable {
  /// The error as text.
  var error: String
  /// Where the wait was called.
  var site: CallSite
  /// What the wait would have said if it had recorded the error.
  var description: String

  var text: String { "\(site): note: thrown by this wait: \(description)" }
}
