#if canImport(XCTest) && (canImport(Darwin) || EXPECTATIONS_APPLE_XCTEST)
  import Foundation
  import XCTest

  extension XCTIssue {
    init(_ problem: Problem) {
      let location = XCTSourceCodeLocation(
        filePath: problem.site.filePath.description, lineNumber: Int(clamping: problem.site.line))
      self.init(
        type: .assertionFailure, compactDescription: problem.text,
        sourceCodeContext: XCTSourceCodeContext(location: location))
    }
  }

  /// The error that stops a test. Its failure is already recorded, and Apple's XCTest does not record it again.
  ///
  /// Assumption: XCTest ignores an error with the key `XCTestErrorUserInfoKeyShouldIgnore`.
  /// Check: on a Mac only, by `Tests/Consumer/check`.
  /// If false: a stopped test has a second failure.
  /// Remove when: Apple's XCTest has a public error that ends a test without a failure.
  struct StoppedTest: Error, CustomNSError, CustomStringConvertible {
    /// The text of the recorded failure.
    let text: String

    var description: String { text }

    var errorUserInfo: [String: Any] {
      ["XCTestErrorUserInfoKeyShouldIgnore": true, NSLocalizedDescriptionKey: text]
    }
  }
#endif
