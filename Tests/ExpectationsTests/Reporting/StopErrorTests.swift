import XCTest

@testable import Expectations

#if compiler(>=6.3) && os(Linux)
  /// A failure that stops a test must begin with its own text, like every other failure. The counterpart for Swift
  /// Testing is in `HostTests`.
  final class StopErrorTests: XCTestCase {
    func testErrorThatStopsATest_isThereBeforeAnythingFails() {
      XCTAssertNotNil(XCTestFailure.stopError)
    }
  }
#endif
