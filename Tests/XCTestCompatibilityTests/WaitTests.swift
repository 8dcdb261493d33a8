import Dispatch
import Expectations
import Foundation
import TestSupport
import Testing

@testable import XCTestCompatibility

@Suite struct WaitTests {
  private let queue = DispatchQueue(label: "work")

  @Test func synchronousTest_blocks() {
    let (first, second) = (expectation(description: "first"), expectation(description: "second"))
    queue.async {
      first.fulfill()
      second.fulfill()
    }
    wait(for: [first], timeout: 5)
    var isCalled = false
    waitForExpectations(timeout: 5) { isCalled = $0 == nil }
    #expect(isCalled)
  }

  /// Each case has a list of its own, although the cases have no identity.
  @Test(arguments: 0..<40) func cases_waitForTheirOwn(number: Int) async {
    let own = (0...number % 3).map { expectation(description: "\(number).\($0)") }
    await Task.yield()
    for expectation in own { queue.async { expectation.fulfill() } }
    await waitForExpectations(timeout: 20)
    for expectation in own { #expect(expectation.isWaitedFor) }
  }

  @Test func failure_standsAtTheWait_withTheLinesOfAll() async {
    let found = await failures {
      let saved = expectation(description: "first")
      saved.expectationDescription = "saved"
      await waitForExpectations(timeout: 0.1)
    }
    #expect(found == [#"+3: Timed out after 0.10 s waiting for "saved""#])
  }

  /// A closure holds the object of XCTest's name, which holds the native expectation.
  @Test func whatAClosureHolds_isNotSaidToBeGone() async {
    let held = HandlerBox<@Sendable () -> Void>()
    let found = await issues {
      let late = expectation(description: "late")
      held.handler = { late.fulfill() }
      await waitForExpectations(timeout: 0.05)
    }
    let text = found.first?.text ?? ""
    #expect(text.hasPrefix("Timed out") && !text.contains("no closure"), "\(text)")
    #expect(held.handler != nil)
  }

  @Test func error_isPassedToTheHandler() async {
    nonisolated(unsafe) var isError = false
    let found = await failures {
      expectation(description: "never")
      await waitForExpectations(timeout: 0.1) { isError = $0 != nil }
    }
    #expect(isError)
    #expect(found == [#"+2: Timed out after 0.10 s waiting for "never""#])
  }

  @Test func cancelledTask_waitsOn() async {
    let saved = XCTestExpectation(description: "saved")
    let task = Task { await XCTWaiter().fulfillment(of: [saved], timeout: 20) }
    task.cancel()
    queue.asyncAfter(deadline: .now() + 0.05) { saved.fulfill() }
    #expect(await task.value == .completed)
  }

  @Test func predicate_isEvaluatedInAnAsynchronousTest() async {
    let isDone = Locked(false)
    let done = expectation(for: NSPredicate { _, _ in isDone.withLock { $0 } }, evaluatedWith: nil)
    queue.asyncAfter(deadline: .now() + 0.05) { isDone.withLock { $0 = true } }
    await fulfillment(of: [done], timeout: 20)
  }

  @Test func predicate_isNotEvaluatedAfterTheWait() async {
    let evaluations = Locked(0)
    let predicate = NSPredicate { _, _ in
      evaluations.withLock { $0 += 1 }
      return false
    }
    let done = XCTNSPredicateExpectation(predicate: predicate)
    #expect(await XCTWaiter().fulfillment(of: [done], timeout: 0.1) == .timedOut)
    let last = evaluations.withLock { $0 }
    #expect(last > 0)
    await Expectation("evaluated").expectNone(for: .milliseconds(100))
    // The end of the wait may have met an evaluation.
    #expect(evaluations.withLock { $0 } <= last + 1)
  }

  @Test func reference_toTheMethod_isAClosure() async {
    let saved = expectation(description: "saved")
    let completion: @Sendable () -> Void = saved.fulfill
    queue.async(execute: completion)
    await fulfillment(of: [saved], timeout: 20)
  }

  #if !canImport(ObjectiveC)
    @Test func fulfillment_atAGivenPlace_isShownThere() async {
      let saved = XCTestExpectation(description: "saved")
      saved.fulfill(#filePath, line: 4711)
      let report = await report(of: [saved], timeout: .seconds(20))
      #expect("\(report.expectations[0].fulfillments[0].callSite!)" == "WaitTests.swift:4711")
    }
  #endif

  @Test func nativeWaits_takeThem() async throws {
    let (old, new) = (XCTestExpectation(description: "old"), Expectation("new"))
    old.fulfill()
    new.fulfill()
    #expect(await wait(for: [old, new], timeout: .seconds(20)))
    let isTrue = expectation(for: NSPredicate { _, _ in true }, evaluatedWith: nil)
    #expect(await wait(for: [isTrue], timeout: .seconds(20)))
  }

  @Test func fulfilledExpectations_areThoseUpToTheEnd() async {
    let (saved, late) = (XCTestExpectation(description: "saved"), XCTestExpectation(description: "late"))
    let waiter = XCTWaiter()
    #expect(waiter.fulfilledExpectations == [])
    saved.fulfill()
    await waiter.fulfillment(of: [late, saved], timeout: 0.1)
    late.fulfill()
    #expect(waiter.fulfilledExpectations == [saved])
    #expect("\(waiter)" == "<XCTWaiter expectations: 'late', 'saved'>")
  }

  @Test func count_setToFewerThanHaveCome_isComplete() async {
    let saved = expectation(description: "saved")
    saved.expectedFulfillmentCount = 3
    for _ in 1...2 { saved.fulfill() }
    saved.expectedFulfillmentCount = 1
    await fulfillment(of: [saved], timeout: 20)
  }

  @Test(.ownThreads) func delegate_isCalledOnTheThreadOfTheWait() {
    let delegate = ThreadLog()
    XCTWaiter(delegate: delegate).wait(for: [XCTestExpectation(description: "never")], timeout: 0.05)
    #expect(delegate.thread === Thread.current)
  }

  @Test func onTheMainActor() async { await onMain() }

  @MainActor private func onMain() async {
    let saved = expectation(description: "saved")
    Task { @MainActor in saved.fulfill() }
    await fulfillment(of: [saved], timeout: 20)
  }
}

private final class ThreadLog: XCTWaiterDelegate {
  var thread: Thread?

  func waiter(_ waiter: XCTWaiter, didTimeoutWithUnfulfilledExpectations unfulfilledExpectations: [XCTestExpectation]) {
    thread = Thread.current
  }
}
