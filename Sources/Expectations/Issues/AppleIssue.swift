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
  struct StoppedTest: Error, CustomNSError, CustomStringConvertible {
    /// The text of the recorded failure.
    let text: String

    var description: String { text }

    var errorUserInfo: [String: Any] {
      ["XCTestErrorUserInfoKeyShouldIgnore": true, NSLocalizedDescriptionKey: text]
    }
  }
#endif
