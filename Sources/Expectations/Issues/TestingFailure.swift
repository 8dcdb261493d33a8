import Testing

/// A failure in Swift Testing, and the error that stops a test without another one.
///
/// Swift Testing records every error that a test throws, but for the one that it throws itself when a `#require` has
/// failed. That one is kept, to stop all tests with.
enum TestingFailure {
  /// What is recorded. The first line of its text is the one that Swift Testing puts first.
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let kept = Locked<(any Error)?>(nil)

  /// The error that stops a test; nil while there is none.
  static var stopError: (any Error)? { kept.withLock { $0 } }

  /// Gets the error before any test runs, when nothing is recorded.
  static func prepare() { keepError("", at: #_sourceLocation) }

  /// Records a failure in the test that the calling task runs.
  static func record(_ problem: Problem, at location: SourceLocation) {
    if problem.mayStop, stopError == nil {
      keepError(problem.text, at: location)
    } else {
      Issue.record(Failure(description: problem.text), sourceLocation: location)
    }
  }

  private static func keepError(_ text: String, at location: SourceLocation) {
    do {
      // Swift Testing shows the expression, in front of the text.
      let `everything happened as expected` = false
      try #require(`everything happened as expected`, "\(text)", sourceLocation: location)
    } catch {
      kept.withLock { $0 = error }
    }
  }
}
