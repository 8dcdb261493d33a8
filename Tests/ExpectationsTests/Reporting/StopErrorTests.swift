import XCTest

@testable import Expectations

#if !canImport(Darwin)
  /// A failure that stops a test must begin with its own text, like every other failure. The counterpart for Swift
  /// Testing is in `HostTests`.
  final class StopErrorTests: XCTestCase {
    func testErrorThatStopsATest_isThereBeforeAnythingFails() {
      XCTAssertNotNil(CorelibsFailure.stopError)
    }
  }
#endif
