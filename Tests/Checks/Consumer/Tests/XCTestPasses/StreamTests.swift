import Dispatch
import Expectations
import Foundation
import XCTest

final class StreamTests: XCTestCase {
  func testSequence() throws {
    let events = Recorder(
      AsyncStream<Int> { continuation in
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
      })
    let first = try events.next()
    XCTAssertEqual(first, 1)
    XCTAssertTrue(events.skip(2))
    try events.finish()
  }

  func testPushed_onTheMainQueue() throws {
    let events = Recorder<Int>("events")
    DispatchQueue.main.async { events.record(1) }
    let event = try events.next(timeout: .seconds(5))
    XCTAssertEqual(event, 1)
    XCTAssertTrue(events.expectNone(for: .milliseconds(1)))
  }

  func testNotification_async() async throws {
    let center = NotificationCenter()
    let saved = Expectation(notification: Notification.Name("saved"), center: center)
    DispatchQueue.global().async { center.post(name: Notification.Name("saved"), object: nil) }
    let isSaved = await saved.wait(timeout: .seconds(5))
    XCTAssertTrue(isSaved)
  }
}
