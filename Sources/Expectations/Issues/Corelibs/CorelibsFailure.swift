#if canImport(XCTest) && !canImport(Darwin) && !EXPECTATIONS_APPLE_XCTEST
  import XCTest

  /// Records failures in the open-source XCTest, and keeps the error that stops a test without another failure.
  ///
  /// XCTest records every error that a test throws, except the error of its own failed `XCTUnwrap`. The library keeps
  /// one such error and stops all tests with it.
  ///
  /// Assumption: XCTest does not record the error of a failed `XCTUnwrap` again, no matter which test throws it.
  /// Check: by `Tests/Consumer/check`.
  /// If false: a stopped test has a second failure.
  /// Remove when: the open-source XCTest has a public error that ends a test without a failure.
  enum CorelibsFailure {
    private static let kept = Locked<(any Error)?>(nil)

    /// The error that stops a test; nil until the library has one.
    static var stopError: (any Error)? { kept.withLock { $0 } }

    /// Gets the error while no test runs: XCTest records nothing then, and has no one else record it.
    static func prepare() {
      guard stopError == nil, FallbackHandler.isNone || FallbackHandler.isOfXCTest else { return }
      keepError("", file: #filePath, line: #line)
    }

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

  /// The type of the value that the failed `XCTUnwrap` expects. XCTest shows its name before the text of that failure.
  private enum Success {}
#endif
