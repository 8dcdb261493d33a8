import Expectations
import XCTest

/// The surplus of an expectation that no test created fails the test that runs.
final class SurplusOfAPropertyTests: XCTestCase {
  private let done = Expectation("done")

  func testSurplusOfAProperty() {
    done.fulfill()
    done.wait()
    done.fulfill()  // FAILS HERE
  }

  func testUnharmed() {
    done.fulfill()
    done.wait()
  }
}

final class SurplusOfAClassSetUpTests: XCTestCase {
  nonisolated(unsafe) private static var shared: Expectation<Void>?

  override class func setUp() { shared = Expectation("done") }
  override class func tearDown() { shared = nil }

  func test1_surplus() {
    Self.shared?.fulfill()
    Self.shared?.wait()
    Self.shared?.fulfill()  // FAILS HERE
  }

  func test2_unharmed() {}
}
