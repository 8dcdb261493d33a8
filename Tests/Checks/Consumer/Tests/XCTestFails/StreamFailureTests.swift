import Dispatch
import Expectations
import Foundation
import XCTest

/// Each test with a marked line has one problem; the other tests have none.
final class StreamFailureTests: XCTestCase {
  private static let saved = Notification.Name("saved")

  func testSilence_async() async throws {
    let events = Recorder<Int>("events")
    try await events.next(timeout: .milliseconds(20))  // FAILS HERE
  }

  func testSilence_boolForm() {
    let events = Recorder<Int>("events")
    events.record(1)
    events.skip(2, timeout: .milliseconds(20))  // FAILS HERE
  }

  func testUnconsumed() throws {
    let events = Recorder<Int>("events")  // FAILS HERE
    for number in 1...3 { events.record(number) }
    try events.next()
  }

  func testEventAfterTheEnd() {
    let events = Recorder<Int>("events")
    events.recordEnd()
    events.record(1)  // FAILS HERE
  }

  func testNotification_postedWhereItMustNotBe() {
    let center = NotificationCenter()
    let saved = Expectation(notification: Self.saved, center: center, count: 0)
    DispatchQueue.global().async { center.post(name: Self.saved, object: nil) }
    saved.wait(timeout: .seconds(5))  // FAILS HERE
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
