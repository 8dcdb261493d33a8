import Dispatch
import Expectations
import XCTest

/// Each test with a marked line has one problem; the other tests have none.
final class BlockingFailureTests: XCTestCase {
  func testTimeout_boolForm() {
    let never = Expectation("never")
    never.wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  func testTimeout_throwingForm() throws {
    let never = Expectation("never", of: Int.self)
    try never.wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  func testTimeout_zero() {
    let never = Expectation("never")
    never.wait(timeout: .zero)  // FAILS HERE
  }

  func testTimeout_ofAll() {
    let done = Expectation("done")
    let never = Expectation("never", of: Int.self)
    done.fulfill()
    wait(for: [done, never], timeout: .milliseconds(20))  // FAILS HERE
  }

  func testTimeout_ofAny() {
    let never = Expectation("never")
    let neither = Expectation("neither")
    wait(forAnyOf: [never, neither], timeout: .milliseconds(20))  // FAILS HERE
  }

  func testTimeout_ofValues() throws {
    let done = Expectation("done", of: Int.self)
    let never = Expectation("never", of: Int.self)
    done.fulfill(1)
    try values(of: done, never, timeout: .milliseconds(20))  // FAILS HERE
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

  func testOverFulfilled_beforeTheThrowingWait() throws {
    let once = Expectation("once", of: Int.self)
    once.fulfill(1)
    once.fulfill(2)  // FAILS HERE
    try once.wait()
  }

  func testOverFulfilled_afterTheWait_onTheMainThread() {
    let once = Expectation("once")
    once.fulfill()
    once.wait()
    once.fulfill()  // FAILS HERE
  }

  func testOverFulfilled_beyondARange() {
    let few = Expectation("few", count: 1...2)
    few.fulfill()
    few.fulfill()
    few.fulfill()  // FAILS HERE
    few.wait()
  }

  func testMustNotHappen_before() {
    let alarm = Expectation("alarm", count: 0)
    alarm.fulfill()  // FAILS HERE
    alarm.wait(timeout: .milliseconds(20))
  }

  func testMustNotHappen_during_onADispatchThread() {
    let alarm = Expectation("alarm", count: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
      alarm.fulfill()  // FAILS HERE
    }
    alarm.wait()
  }

  func testMustNotHappen_during_onTheMainQueue() {
    let alarm = Expectation("alarm", count: 0)
    DispatchQueue.main.async {
      alarm.fulfill()  // FAILS HERE
    }
    alarm.wait()
  }

  func testMustNotHappen_byItsHandler() {
    let alarm = Expectation("alarm", of: Int.self, count: 0)
    alarm.handler(1)
    wait(for: [alarm], timeout: .milliseconds(20))  // FAILS HERE
  }

  func testWrongOrder_before() {
    let first = Expectation("first")
    let second = Expectation("second")
    second.fulfill()  // FAILS HERE
    first.fulfill()
    wait(for: [first, second], enforceOrder: true)
  }

  func testWrongOrder_during_onADispatchThread() {
    let first = Expectation("first")
    let second = Expectation("second")
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
      second.fulfill()  // FAILS HERE
      first.fulfill()
    }
    wait(for: [first, second], enforceOrder: true)
  }

  func testNeverWaitedFor() {
    _ = Expectation("forgotten")  // FAILS HERE
  }

  func testImpossibleCount_negative() {
    let absurd = Expectation("absurd", count: -1)  // FAILS HERE
    absurd.wait(timeout: .milliseconds(20))
  }

  func testImpossibleCount_emptyRange() throws {
    let absurd = Expectation("absurd", of: Int.self, count: 1..<1)  // FAILS HERE
    try absurd.wait(timeout: .milliseconds(20))
  }

  func testError_thatIsNotThrown() {
    let loaded = Expectation("loaded")
    DispatchQueue.global().async { loaded.fulfill(throwing: LoadError.refused) }
    loaded.wait()  // FAILS HERE
  }

  func testError_thrown() throws {
    let loaded = Expectation("loaded", of: Int.self)
    DispatchQueue.global().async { loaded.fulfill(throwing: LoadError.refused) }
    try loaded.wait()  // FAILS SOMEWHERE
  }

  func testEmptyList() {
    wait(for: [])  // FAILS HERE
  }

  func testEmptyList_any() {
    wait(forAnyOf: [])  // FAILS HERE
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
