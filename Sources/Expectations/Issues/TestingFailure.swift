import Foundation
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

#if !canImport(Glibc)
  import Testing
#endif

/// The errors of expectations and recorders that waits threw in tests of Swift Testing.
///
/// An error that ends a test is shown with the line of the test only, and the framework tells no one which errors did
/// that. Most of them are expected. So a run that passes says nothing, and one that fails lists them all at its end.
enum ThrownErrors {
  /// The latest line of each error of each wait in each test: lines contain times, so a wait in a loop has many.
  private static let lines = Locked<[String: String]>([:])

  static func add(_ thrown: ThrownError, inTest name: String?) {
    #if canImport(Glibc)
      let line = line(of: thrown, inTest: name)
      lines.withLock { $0["\(thrown.site) \(name ?? "") \(thrown.error)"] = line }
      _ = isRegistered
    #else
      // Xcode discards the attachments of tests that pass. No exit handler of the system learns how the run ended.
      let site = "\(thrown.site)".replacing(":", with: " line ")
      Attachment.record(thrown.text, named: "wait at \(site).txt")
    #endif
  }

  #if canImport(Glibc)
    private static let isRegistered: Void = {
      _ = on_exit(
        { status, _ in
          guard status != EXIT_SUCCESS else { return }
          let lines = ThrownErrors.lines.withLock { Array($0.values) }
          if let text = ThrownErrors.text(of: lines) { StandardError.print(text) }
        }, nil)
    }()
  #endif

  static func line(of thrown: ThrownError, inTest name: String?) -> String {
    let headline = thrown.description.prefix { $0 != "\n" }
    return "  \(thrown.site)  \(headline)" + (name.map { "  (in test \($0))" } ?? "")
  }

  /// The text that lists the waits, by file and line; nil when there are none.
  static func text(of lines: [String]) -> String? {
    guard !lines.isEmpty else { return nil }
    let headline =
      "Expectations: these waits threw an error that was delivered to them; Swift Testing shows it without this line"
    return ([headline] + Shortened.lines(lines.sortedForText { $0 < $1 })).joined(separator: "\n")
  }
}
