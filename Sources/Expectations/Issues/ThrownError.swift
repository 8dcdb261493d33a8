/// An error that a wait throws because a fulfillment delivered it or a recorder recorded it.
///
/// When the error fails the test, the framework shows only the error. This type adds the line of the wait, its purpose,
/// and the line that delivered the error.
struct ThrownError: Sendable {
  /// The error as text.
  var error: String
  /// The call of the wait.
  var site: CallSite
  /// The text that the wait would have recorded for the error.
  var description: String

  var text: String { "\(site): note: thrown by this wait: \(description)" }
}
