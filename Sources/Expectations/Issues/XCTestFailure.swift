import XCTest

/// A failure in XCTest, and the error that stops a test without another one.
///
/// XCTest records every error that a test throws, but for the one that it throws itself when an `XCTUnwrap` has failed.
/// That one is kept, to stop all tests with.
enum XCTestFailure {
  private static let kept = Locked<(any Error)?>(nil)

  /// The error that stops a test; nil while there is none.
  static var stopError: (any Error)? { kept.withLock { $0 } }

  /// Gets the error before any test runs, when nothing is recorded.
  static func prepare() { keepError("", file: #filePath, line: #line) }

  /// Records a failure in the test that is running.
  static func record(_ problem: Problem) {
    let (file, line) = (problem.site.filePath, problem.site.line)
    if problem.mayStop, stopError == nil {
      keepError(problem.text, file: file, line: line)
    } else {
      XCTFail(problem.text, file: file, line: line)
    }
  }

  private static func keepError(_ text: String, file: StaticString, line: UInt) {
    do {
      let success: Success? = nil
      _ = try XCTUnwrap(success, text, file: file, line: line)
    } catch {
      kept.withLock { $0 = error }
    }
  }
}

/// What a failed wait has not got. Its name stands in front of the text of a failure whose error has to be kept.
private enum Success {}
