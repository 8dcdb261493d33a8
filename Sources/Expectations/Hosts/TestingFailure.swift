import Testing

/// Records failures in Swift Testing, and keeps the error that stops a test without another failure.
///
/// Swift Testing records every error that a test throws, except the error of its own failed `#require`. The library
/// keeps one such error and stops all tests with it.
///
/// Assumption: Swift Testing does not record the error of a failed `#require` again, no matter which test throws it.
/// Check: by `Tests/Checks/Consumer/check`.
/// If false: a stopped test has a second failure.
/// Remove when: Swift Testing has a public error that ends a test without a failure.
enum TestingFailure {
  /// The recorded error. Swift Testing shows the first line of its text first.
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private static let kept = Locked<(any Error)?>(nil)

  /// The error that stops a test; nil until the library has one.
  static var stopError: (any Error)? { kept.withLock { $0 } }

  /// Gets the error before any test runs: Swift Testing does not record anything yet.
  static func prepare() {
    if FallbackHandler.isNone { keepError("", at: #_sourceLocation) }
  }

  /// Records a failure in the test that the calling task runs. Returns whether the test fails with it: not if the test
  /// declares it a known issue.
  static func record(_ problem: Problem, at location: SourceLocation) -> Bool {
    if problem.mayStop, stopError == nil {
      keepError(problem.text, at: location)
      return true
    }
    let issue = Issue.record(Failure(description: problem.text), sourceLocation: location)
    #if compiler(>=6.3)
      return issue.isFailure
    #else
      // Earlier toolchains do not tell.
      return true
    #endif
  }

  private static func keepError(_ text: String, at location: SourceLocation) {
    do {
      // Swift Testing shows this expression before the text.
      let `everything happened as expected` = false
      try #require(`everything happened as expected`, "\(text)", sourceLocation: location)
    } catch {
      kept.withLock { $0 = error }
    }
  }
}
