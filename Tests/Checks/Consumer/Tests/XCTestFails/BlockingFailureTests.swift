import Dispatch
import Expectations
import XCTest

/// Each test with a marked line has one problem; the other tests have none.
final class BlockingFailureTests: XCTestCase {
  func testTimeout_throwingForm() throws {
    try Expectation("never", of: Int.self).wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  func testTimeout_ofAll() {
    let (done, never) = (Expectation("done"), Expectation("never", of: Int.self))
    done.fulfill()
    wait(for: [done, never], timeout: .milliseconds(20))  // FAILS HERE
  }

  func testTimeout_ofAny() {
    let (never, neither) = (Expectation("never"), Expectation("neither"))
    wait(forAnyOf: [never, neither], timeout: .milliseconds(20))  // FAILS HERE
  }

  func testTimeout_thenFulfilledLate() {
    let late = Expectation("late")
    late.wait(timeout: .milliseconds(20))  // FAILS HERE
    late.fulfill()
  }

  func testOverFulfilled_beforeTheWait() {
    let once = Expectation("once")
    once.fulfill()
    once.fulfill()  // FAILS HERE
    once.wait()
  }

  func testOverFulfilled_afterTheWait_onTheMainThread() {
    let once = Expectation("once")
    once.fulfill()
    once.wait()
    once.fulfill()  // FAILS HERE
  }

  func testMustNotHappen_during_onTheMainQueue() {
    let alarm = Expectation("alarm", count: 0)
    DispatchQueue.main.async {
      alarm.fulfill()  // FAILS HERE
    }
    alarm.wait()
  }

  func testWrongOrder_during_onADispatchThread() {
    let (first, second) = (Expectation("first"), Expectation("second"))
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
      second.fulfill()  // FAILS HERE
      first.fulfill()
    }
    wait(for: [first, second], enforceOrder: true)
  }

  func testNeverWaitedFor() {
    _ = Expectation("forgotten")  // FAILS HERE
  }

  func testError_thrown() throws {
    let loaded = Expectation("loaded", of: Int.self)
    DispatchQueue.global().async { loaded.fulfill(throwing: LoadError.refused) }
    try loaded.wait()  // FAILS SOMEWHERE
  }

  func testUnharmed() {
    let done = Expectation("done")
    DispatchQueue.global().async { done.fulfill() }
    XCTAssertTrue(done.wait())
  }
}

enum LoadError: Error {
  case refused
}
