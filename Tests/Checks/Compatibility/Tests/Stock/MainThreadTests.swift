import Dispatch
import Foundation
import XCTest

/// Waits on the main thread, one of which runs inside another. In Swift Testing, tests do not run there.
final class MainThreadTests: XCTestCase {
  func testNested_innerCompletes() {
    let (outer, inner) = (expectation(description: "outer"), expectation(description: "inner"))
    DispatchQueue.main.async {
      DispatchQueue.global().async { inner.fulfill() }
      self.wait(for: [inner], timeout: 5)
      outer.fulfill()
    }
    wait(for: [outer], timeout: 5)
  }

  func testNested_outerIsInterrupting() {
    let (outer, inner) = (XCTestExpectation(description: "outer"), XCTestExpectation(description: "inner"))
    let (outerWaiter, delegate) = (XCTWaiter(), InterruptionLog())
    nonisolated(unsafe) var result: XCTWaiter.Result?
    DispatchQueue.main.async {
      let start = ContinuousClock.now
      result = XCTWaiter(delegate: delegate).wait(for: [inner], timeout: 60)
      XCTAssertTrue(ContinuousClock.now - start < .seconds(50))
    }
    XCTAssertEqual(outerWaiter.wait(for: [outer], timeout: 0.2), .timedOut)
    XCTAssertEqual(result, .interrupted)
    XCTAssertTrue(delegate.outer === outerWaiter)
  }

  func testNested_ofTheTestCase_fails() {
    let (outer, inner) = (XCTestExpectation(description: "outer"), XCTestExpectation(description: "inner"))
    DispatchQueue.main.async { self.wait(for: [inner], timeout: 60) }
    XCTAssertEqual(XCTWaiter().wait(for: [outer], timeout: 0.2), .timedOut)
  }

  func testNested_waitForExpectations_fails() {
    let outer = expectation(description: "outer")
    DispatchQueue.main.async {
      self.waitForExpectations(timeout: 5)
      outer.fulfill()
    }
    waitForExpectations(timeout: 5)
  }

  func testDelegate_thatIsTheTestCase_fails() {
    let never = XCTestExpectation(description: "never")
    XCTAssertEqual(XCTWaiter(delegate: self).wait(for: [never], timeout: 0.05), .timedOut)
  }

  func testPredicate_isEvaluatedOnTheMainThread() {
    let isMain = expectation(for: NSPredicate { _, _ in Thread.isMainThread }, evaluatedWith: nil)
    wait(for: [isMain], timeout: 5)
  }
}

private final class InterruptionLog: XCTWaiterDelegate {
  var outer: XCTWaiter?

  func nestedWaiter(_ waiter: XCTWaiter, wasInterruptedByTimedOutWaiter outerWaiter: XCTWaiter) { outer = outerWaiter }
}
