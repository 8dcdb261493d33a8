import Testing

/// Errors by which a test ends itself, and those of failures that are already recorded.
enum TestEnding {
  /// Whether an error that a body threw ends the test, so that nothing may hold it back: it skips or cancels the test,
  /// or the failure that it stands for is recorded.
  static func isOne(_ error: any Error) -> Bool { isSkip(error) || isRecorded(error) }

  /// Whether the framework takes the error for a skip or a cancellation.
  static func isSkip(_ error: any Error) -> Bool {
    SkipErrors.contains(error) || RunningTask.exists && Task.isCancelled
  }

  /// Whether an assertion of the framework has failed with the error, and has recorded that.
  static func isRecorded(_ error: any Error) -> Bool {
    error is ExpectationFailedError || SkipErrors.isRecorded(error)
  }
}

#if canImport(XCTest)
  import XCTest

  /// The errors of XCTest that end a test.
  private enum SkipErrors {
    static func contains(_ error: any Error) -> Bool { error is XCTSkip }

    static func isRecorded(_ error: any Error) -> Bool {
      #if canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST
        error is StoppedTest
      #else
        CorelibsFailure.stopError.map { type(of: $0) == type(of: error) } ?? false
      #endif
    }
  }
#else
  /// Without XCTest, there are none.
  private enum SkipErrors {
    static func contains(_ error: any Error) -> Bool { false }
    static func isRecorded(_ error: any Error) -> Bool { false }
  }
#endif
