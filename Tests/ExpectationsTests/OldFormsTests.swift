import Dispatch
import Expectations
import Foundation
import XCTest

/// A file from before the migration: XCTest's own functions still compile and pass when this library is imported, even
/// in a test that uses this library. The file also covers what the article "Coming from XCTest" says about them.
final class OldFormsTests: XCTestCase {
  private let posted = Notification.Name("OldFormsTests.posted")

  @MainActor func testOldForms_besideTheImport_passAsBefore() {
    let opened = expectation(description: "opened")
    opened.fulfill()
    waitForExpectations(timeout: 1)

    let (first, second) = (XCTestExpectation(description: "first"), XCTestExpectation(description: "second"))
    DispatchQueue.global().async {
      first.fulfill()
      second.fulfill()
    }
    wait(for: [first, second], timeout: 10, enforceOrder: true)

    let (none, some) = (XCTestExpectation(description: "none"), XCTestExpectation(description: "some"))
    none.isInverted = true
    some.isInverted = true
    some.fulfill()
    XCTAssertEqual(XCTWaiter().wait(for: [none], timeout: 0.01), .completed)
    XCTAssertEqual(XCTWaiter().wait(for: [some], timeout: 0.01), .invertedFulfillment)
  }

  @MainActor func testOldForms_ofStatesAndNotifications_passAsBefore() {
    let predicate = NSPredicate { object, _ in (object as? [Int])?.isEmpty ?? false }
    wait(for: [XCTNSPredicateExpectation(predicate: predicate, object: [Int]())], timeout: 10)
    expectation(for: predicate, evaluatedWith: [Int](), handler: nil)
    waitForExpectations(timeout: 10)

    let notified = XCTNSNotificationExpectation(name: posted)
    expectation(forNotification: posted, object: nil) { $0.object == nil }
    NotificationCenter.default.post(name: posted, object: nil)
    wait(for: [notified], timeout: 10)
    waitForExpectations(timeout: 10)
  }

  func testOldAndNew_inOneTest_passSideBySide() async {
    let (old, new) = (expectation(description: "old"), Expectation("new"))
    DispatchQueue.global().async {
      old.fulfill()
      new.fulfill()
    }
    await fulfillment(of: [old], timeout: 10)
    await wait(for: new)
  }

  func testSurplus_ofXCTest_passes() {
    let once = XCTestExpectation(description: "once")
    XCTAssertFalse(once.assertForOverFulfill)
    once.fulfill()
    once.fulfill()
    wait(for: [once], timeout: 10)
  }

  #if !canImport(Darwin)
    @MainActor func testSurplus_ofTheTestsOwn_passesOnLinux() {
      let once = expectation(description: "once")
      XCTAssertFalse(once.assertForOverFulfill)
      once.fulfill()
      once.fulfill()
      waitForExpectations(timeout: 10)
    }
  #endif

  /// XCTest continues to wait in a canceled task.
  func testCancelledTask_ofXCTest_waitsOn() async {
    let done = XCTestExpectation(description: "done")
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.02) { done.fulfill() }
      return await XCTWaiter().fulfillment(of: [done], timeout: 60) == .completed
    }
    let isCompleted = await task.value
    XCTAssertTrue(isCompleted)
  }
}
