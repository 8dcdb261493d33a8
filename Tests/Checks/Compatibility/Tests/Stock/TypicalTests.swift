import Dispatch
import Foundation
import XCTest

/// Waits as they stand in test suites. Those whose names end in `fails` fail.
final class TypicalTests: XCTestCase {
  private let queue = DispatchQueue(label: "work")

  private func later(_ milliseconds: Int = 10, _ body: @escaping @Sendable () -> Void) {
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: body)
  }

  // MARK: One expectation

  func testOne_waitForExpectations() {
    let saved = expectation(description: "saved")
    later { saved.fulfill() }
    waitForExpectations(timeout: 5)
  }

  func testOne_waitForExpectationsWithNilHandler() {
    let saved = expectation(description: "saved")
    later { saved.fulfill() }
    waitForExpectations(timeout: 5, handler: nil)
  }

  func testOne_waitForExpectationsWithHandler() {
    let saved = expectation(description: "saved")
    later { saved.fulfill() }
    var isCalled = false
    waitForExpectations(timeout: 5) { error in
      XCTAssertNil(error)
      isCalled = true
    }
    XCTAssertTrue(isCalled)
  }

  func testOne_waitFor() {
    let saved = expectation(description: "saved")
    later { saved.fulfill() }
    wait(for: [saved], timeout: 5)
  }

  func testOne_fulfillmentOf() async {
    let saved = expectation(description: "saved")
    later { saved.fulfill() }
    await fulfillment(of: [saved], timeout: 5)
  }

  func testOne_createdByItsClass() {
    let saved = XCTestExpectation(description: "saved")
    later { saved.fulfill() }
    wait(for: [saved], timeout: 5)
  }

  func testOne_fulfilledBefore() {
    let saved = expectation(description: "saved")
    saved.fulfill()
    wait(for: [saved], timeout: 5)
  }

  func testOne_fulfilledBefore_timeoutZero() {
    let saved = expectation(description: "saved")
    saved.fulfill()
    wait(for: [saved], timeout: 0)
  }

  func testOne_fulfilledOnTheMainQueue() {
    let saved = expectation(description: "saved")
    DispatchQueue.main.async { saved.fulfill() }
    wait(for: [saved], timeout: 5)
  }

  func testOne_heldWeakly() {
    weak var saved: XCTestExpectation?
    saved = expectation(description: "saved")
    later { [weak saved] in saved?.fulfill() }
    waitForExpectations(timeout: 5)
  }

  func testOne_withoutAName() {
    let saved = XCTestExpectation()
    later { saved.fulfill() }
    wait(for: [saved], timeout: 5)
  }

  // MARK: Timeouts

  func testTimeout_waitForExpectations_fails() {
    _ = expectation(description: "never")
    waitForExpectations(timeout: 0.1)
  }

  func testTimeout_handlerGetsAnError_fails() {
    expectation(description: "never")
    var isError = false
    waitForExpectations(timeout: 0.1) { isError = $0 != nil }
    XCTAssertTrue(isError)
  }

  func testTimeout_waitFor_fails() {
    wait(for: [expectation(description: "never")], timeout: 0.1)
  }

  func testTimeout_fulfillmentOf_fails() async {
    await fulfillment(of: [expectation(description: "never")], timeout: 0.1)
  }

  func testTimeout_ofOneOfTwo_fails() {
    let (saved, never) = (expectation(description: "saved"), expectation(description: "never"))
    saved.fulfill()
    wait(for: [saved, never], timeout: 0.1)
  }

  func testTimeout_zero_fails() {
    wait(for: [expectation(description: "never")], timeout: 0)
  }

  func testTimeout_fulfilledAfterwards_fails() {
    let late = expectation(description: "late")
    wait(for: [late], timeout: 0.05)
    late.fulfill()
  }

  // MARK: Settings

  func testCount_ofThree() {
    let progress = expectation(description: "progress")
    progress.expectedFulfillmentCount = 3
    for number in 1...3 { later(number) { progress.fulfill() } }
    waitForExpectations(timeout: 5)
  }

  func testCount_ofThree_onlyTwo_fails() {
    let progress = expectation(description: "progress")
    progress.expectedFulfillmentCount = 3
    for number in 1...2 { later(number) { progress.fulfill() } }
    waitForExpectations(timeout: 0.1)
  }

  func testCount_setAfterTheFirstFulfillment() {
    let progress = expectation(description: "progress")
    progress.fulfill()
    progress.expectedFulfillmentCount = 2
    progress.fulfill()
    waitForExpectations(timeout: 5)
  }

  func testCount_tooMany_areAllowed() {
    let progress = expectation(description: "progress")
    progress.assertForOverFulfill = false
    for _ in 1...3 { progress.fulfill() }
    waitForExpectations(timeout: 5)
  }

  func testCount_oneTooManyBeforeTheWait_fails() {
    let progress = expectation(description: "progress")
    progress.assertForOverFulfill = true
    for _ in 1...2 { progress.fulfill() }
    waitForExpectations(timeout: 5)
  }

  func testCount_oneTooManyAfterTheWait_fails() {
    let progress = expectation(description: "progress")
    progress.assertForOverFulfill = true
    progress.fulfill()
    waitForExpectations(timeout: 5)
    progress.fulfill()
  }

  func testCount_tooManyBeforeItIsAsserted_areAllowed() {
    let progress = expectation(description: "progress")
    progress.assertForOverFulfill = false
    for _ in 1...2 { progress.fulfill() }
    progress.assertForOverFulfill = true
    waitForExpectations(timeout: 5)
  }

  func testInverted_notFulfilled() {
    let crashed = expectation(description: "crashed")
    crashed.isInverted = true
    waitForExpectations(timeout: 0.1)
  }

  func testInverted_fulfilled_fails() {
    let crashed = expectation(description: "crashed")
    crashed.isInverted = true
    later { crashed.fulfill() }
    waitForExpectations(timeout: 5)
  }

  func testInverted_fulfilledBefore_fails() {
    let crashed = expectation(description: "crashed")
    crashed.isInverted = true
    crashed.fulfill()
    waitForExpectations(timeout: 0.1)
  }

  func testInverted_fulfilledAfterwards() {
    let crashed = expectation(description: "crashed")
    crashed.isInverted = true
    waitForExpectations(timeout: 0.05)
    crashed.fulfill()
  }

  func testInverted_withACountOfTwo_onlyOne() {
    let retried = expectation(description: "retried")
    retried.isInverted = true
    retried.expectedFulfillmentCount = 2
    retried.fulfill()
    waitForExpectations(timeout: 0.1)
  }

  func testInverted_withACountOfTwo_both_fails() {
    let retried = expectation(description: "retried")
    retried.isInverted = true
    retried.expectedFulfillmentCount = 2
    for _ in 1...2 { retried.fulfill() }
    waitForExpectations(timeout: 0.1)
  }

  func testInverted_besideOneThatIsFulfilled() {
    let (saved, crashed) = (expectation(description: "saved"), expectation(description: "crashed"))
    crashed.isInverted = true
    saved.fulfill()
    wait(for: [saved, crashed], timeout: 0.1)
  }

  func testDescription_isThatWhichWasSet() {
    let saved = XCTestExpectation(description: "first")
    saved.expectationDescription = "second"
    saved.fulfill()
    wait(for: [saved], timeout: 5)
    XCTAssertEqual(saved.expectationDescription, "second")
    XCTAssertEqual("\(saved)", "second")
  }

  // MARK: Order

  func testOrder_right() {
    let (first, second) = (expectation(description: "first"), expectation(description: "second"))
    later(5) { first.fulfill() }
    later(20) { second.fulfill() }
    wait(for: [first, second], timeout: 5, enforceOrder: true)
  }

  func testOrder_wrong_fails() {
    let (first, second) = (expectation(description: "first"), expectation(description: "second"))
    second.fulfill()
    first.fulfill()
    wait(for: [first, second], timeout: 5, enforceOrder: true)
  }

  func testOrder_wrong_inAnAsynchronousTest_fails() async {
    let (first, second) = (expectation(description: "first"), expectation(description: "second"))
    later(5) { second.fulfill() }
    later(20) { first.fulfill() }
    await fulfillment(of: [first, second], timeout: 5, enforceOrder: true)
  }

  func testOrder_notEnforced() {
    let (first, second) = (expectation(description: "first"), expectation(description: "second"))
    second.fulfill()
    first.fulfill()
    wait(for: [first, second], timeout: 5)
  }

  // MARK: Notifications and predicates

  func testNotification_posted() {
    let center = NotificationCenter()
    let name = Notification.Name("saved")
    expectation(forNotification: name, object: nil, notificationCenter: center)
    later { center.post(name: name, object: nil) }
    waitForExpectations(timeout: 5)
  }

  func testNotification_namedByAString_withHandler() {
    expectation(forNotification: "typicalSaved", object: nil) { $0.userInfo?["version"] as? Int == 2 }
    for version in 1...2 {
      NotificationCenter.default.post(
        name: Notification.Name("typicalSaved"), object: nil, userInfo: ["version": version])
    }
    waitForExpectations(timeout: 5)
  }

  func testNotification_handlerRefuses_fails() {
    let center = NotificationCenter()
    let saved = XCTNSNotificationExpectation(name: Notification.Name("saved"), notificationCenter: center)
    saved.handler = { _ in false }
    center.post(name: Notification.Name("saved"), object: nil)
    wait(for: [saved], timeout: 0.1)
  }

  func testNotification_ofAnotherObject_fails() {
    let center = NotificationCenter()
    let (document, other) = (NSObject(), NSObject())
    let saved = expectation(forNotification: Notification.Name("saved"), object: document, notificationCenter: center)
    center.post(name: Notification.Name("saved"), object: other)
    wait(for: [saved], timeout: 0.1)
  }

  func testPredicate_becomesTrue() {
    let end = ContinuousClock.now + .milliseconds(50)
    expectation(for: NSPredicate { _, _ in ContinuousClock.now > end }, evaluatedWith: nil)
    waitForExpectations(timeout: 5)
  }

  func testPredicate_withHandler() {
    let end = ContinuousClock.now + .milliseconds(50)
    expectation(for: NSPredicate { object, _ in object as? String == "a" }, evaluatedWith: "a") {
      ContinuousClock.now > end
    }
    waitForExpectations(timeout: 5)
  }

  func testPredicate_staysFalse_fails() {
    let isTrue = XCTNSPredicateExpectation(predicate: NSPredicate(value: false))
    wait(for: [isTrue], timeout: 0.1)
  }

  // MARK: Several waits

  func testSeveral_waitTwice() {
    let first = expectation(description: "first")
    later { first.fulfill() }
    waitForExpectations(timeout: 5)
    let second = expectation(description: "second")
    later { second.fulfill() }
    waitForExpectations(timeout: 5)
  }

  func testSeveral_ofAllThatWereMade() {
    let made = (1...3).map { expectation(description: "\($0)") }
    for expectation in made { later { expectation.fulfill() } }
    waitForExpectations(timeout: 5)
  }

  func testSeveral_noneMade_fails() {
    waitForExpectations(timeout: 0.1)
  }

  func testSeveral_emptyList() {
    wait(for: [], timeout: 0.1)
  }

  func testSeveral_notWaitedFor_fails() {
    let saved = expectation(description: "saved")
    saved.fulfill()
  }

  func testSeveral_ofTheClass_notWaitedFor() {
    let saved = XCTestExpectation(description: "saved")
    saved.fulfill()
  }

  // MARK: Waiters

  func testWaiter_completed() {
    let saved = XCTestExpectation(description: "saved")
    saved.fulfill()
    let waiter = XCTWaiter()
    XCTAssertEqual(waiter.wait(for: [saved], timeout: 5), .completed)
    XCTAssertEqual(waiter.fulfilledExpectations, [saved])
  }

  func testWaiter_timedOut_recordsNothing() {
    let result = XCTWaiter.wait(for: [XCTestExpectation(description: "never")], timeout: 0.05)
    XCTAssertEqual(result, .timedOut)
  }

  func testWaiter_inverted_recordsNothing() {
    let crashed = XCTestExpectation(description: "crashed")
    crashed.isInverted = true
    crashed.fulfill()
    XCTAssertEqual(XCTWaiter().wait(for: [crashed], timeout: 0.1), .invertedFulfillment)
  }

  func testWaiter_incorrectOrder_recordsNothing() {
    let (first, second) = (XCTestExpectation(description: "first"), XCTestExpectation(description: "second"))
    second.fulfill()
    first.fulfill()
    let result = XCTWaiter().wait(for: [first, second], timeout: 1, enforceOrder: true)
    XCTAssertEqual(result, .incorrectOrder)
  }

  func testWaiter_inAnAsynchronousTest() async {
    let saved = XCTestExpectation(description: "saved")
    later { saved.fulfill() }
    let result = await XCTWaiter().fulfillment(of: [saved], timeout: 5)
    XCTAssertEqual(result, .completed)
  }

  func testWaiter_fulfilledExpectations_areInTheirOrder() {
    let made = (0..<3).map { XCTestExpectation(description: "\($0)") }
    for index in [2, 0, 1] { made[index].fulfill() }
    let waiter = XCTWaiter()
    waiter.wait(for: made, timeout: 5)
    XCTAssertEqual(waiter.fulfilledExpectations, [made[2], made[0], made[1]])
  }

  func testWaiter_delegate_isToldOfATimeout() {
    let delegate = WaiterLog()
    let (saved, never) = (XCTestExpectation(description: "saved"), XCTestExpectation(description: "never"))
    saved.fulfill()
    let waiter = XCTWaiter(delegate: delegate)
    waiter.wait(for: [saved, never], timeout: 0.05)
    XCTAssertEqual(delegate.events, ["timeout never"])
  }

  func testWaiter_delegate_isToldOfAWrongOrder() {
    let delegate = WaiterLog()
    let (first, second) = (XCTestExpectation(description: "first"), XCTestExpectation(description: "second"))
    second.fulfill()
    first.fulfill()
    XCTWaiter(delegate: delegate).wait(for: [first, second], timeout: 1, enforceOrder: true)
    XCTAssertEqual(delegate.events, ["second before first"])
  }

  func testWaiter_delegate_isToldOfAnInvertedFulfillment() {
    let delegate = WaiterLog()
    let crashed = XCTestExpectation(description: "crashed")
    crashed.isInverted = true
    crashed.fulfill()
    XCTWaiter(delegate: delegate).wait(for: [crashed], timeout: 1)
    XCTAssertEqual(delegate.events, ["inverted crashed"])
  }

  func testCancellation_doesNotEndTheWait() async {
    let saved = XCTestExpectation(description: "saved")
    let task = Task {
      await XCTWaiter().fulfillment(of: [saved], timeout: 5)
    }
    task.cancel()
    later(50) { saved.fulfill() }
    let result = await task.value
    XCTAssertEqual(result, .completed)
  }
}

/// What a delegate is told.
final class WaiterLog: XCTWaiterDelegate, @unchecked Sendable {
  private let lock = NSLock()
  private var log: [String] = []

  var events: [String] { lock.withLock { log } }

  func waiter(_ waiter: XCTWaiter, didTimeoutWithUnfulfilledExpectations unfulfilledExpectations: [XCTestExpectation]) {
    add("timeout " + unfulfilledExpectations.map(\.expectationDescription).joined(separator: ", "))
  }

  func waiter(
    _ waiter: XCTWaiter, fulfillmentDidViolateOrderingConstraintsFor expectation: XCTestExpectation,
    requiredExpectation: XCTestExpectation
  ) { add("\(expectation) before \(requiredExpectation)") }

  func waiter(_ waiter: XCTWaiter, didFulfillInvertedExpectation expectation: XCTestExpectation) {
    add("inverted \(expectation)")
  }

  private func add(_ event: String) { lock.withLock { log.append(event) } }
}
