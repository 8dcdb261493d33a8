import XCTest

@testable import Expectations

#if !canImport(Darwin)
  /// So that a failure that stops a test begins with its own text, like every other. The twin for Swift Testing is in
  /// `HostTests`.
  final class StopErrorTests: XCTestCase {
    func testErrorThatStopsATest_isThereBeforeAnythingFails() {
      XCTAssertNotNil(CorelibsFailure.stopError)
    }
  }
#endif
