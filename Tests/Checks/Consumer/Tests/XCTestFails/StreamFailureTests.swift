import Expectations
import XCTest

/// Each test with a marked line has one problem; the other tests have none.
final class StreamFailureTests: XCTestCase {
  func testSilence_async() async throws {
    try await Recorder<Int>("events").next(timeout: .milliseconds(20))  // FAILS HERE
  }

  func testSilence_boolForm() {
    let events = Recorder<Int>("events")
    events.record(1)
    events.skip(2, timeout: .milliseconds(20))  // FAILS HERE
  }

  func testEventAfterTheEnd() {
    let events = Recorder<Int>("events")
    events.recordEnd()
    events.record(1)  // FAILS HERE
  }
}

/// No test has created what the properties of a test case hold; the test that releases it fails.
final class ReleasedPropertyTests: XCTestCase {
  func testUnconsumed() {
    events?.record(1)
    dismissed?.record(1)
    dismissed?.dismiss()
  }

  override func tearDown() { (events, dismissed) = (nil, nil) }
  private var events: Recorder<Int>? = Recorder("events")  // FAILS HERE
  private var dismissed: Recorder<Int>? = Recorder("dismissed")
}

final class ReleasedExpectationTests: XCTestCase {
  func testForgets() {}
  override func tearDown() { saved = nil }
  private var saved: Expectation<Void>? = Expectation("saved")  // FAILS HERE
}
