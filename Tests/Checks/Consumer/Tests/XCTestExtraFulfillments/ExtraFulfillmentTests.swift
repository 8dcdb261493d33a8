import Expectations
import XCTest

/// The extra fulfillment of an expectation that no test created fails the test that runs.
final class ExtraOfAPropertyTests: XCTestCase {
  private let done = Expectation("done")

  func testExtraOfAProperty() {
    done.fulfill()
    done.wait()
    done.fulfill()  // FAILS HERE
  }

  func testUnharmed() {
    done.fulfill()
    done.wait()
  }
}

/// So does an event after the end of a recorder.
final class EventAfterTheEndOfAPropertyTests: XCTestCase {
  private let events = Recorder<Int>("events")

  func testEventAfterTheEnd() {
    events.recordEnd()
    events.record(1)  // FAILS HERE
  }
}

final class ExtraOfAClassSetUpTests: XCTestCase {
  nonisolated(unsafe) private static var shared: Expectation<Void>?

  override class func setUp() { shared = Expectation("done") }
  override class func tearDown() { shared = nil }

  func test1_extra() {
    Self.shared?.fulfill()
    Self.shared?.wait()
    Self.shared?.fulfill()  // FAILS HERE
  }

  func test2_unharmed() {}
}
