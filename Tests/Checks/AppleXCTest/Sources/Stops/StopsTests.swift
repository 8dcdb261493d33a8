import Dispatch
import Expectations
import Foundation
import XCTest

/// Tests that must not continue after a failure. XCTest stops them with an exception that unwinds Swift frames,
/// including those of the library, without running their `defer` blocks.
class StoppingXCTestCase: XCTestCase {
  override func setUp() { continueAfterFailure = false }
}

final class BlockingStopTests: StoppingXCTestCase {
  func test1_wait() {
    let (never, neverWaitedFor) = (Expectation("never"), Expectation("never waited for"))
    never.wait(timeout: .milliseconds(20))  // FAILS HERE
    neverWaitedFor.wait(timeout: .zero)
  }

  func test2_waitForSeveral() {
    let (one, two) = (Expectation("one"), Expectation("two"))
    one.fulfill()
    wait(for: [one, two], timeout: .milliseconds(20))  // FAILS HERE
    XCTFail("the test has continued")
  }

  func test3_throwingWait() throws {
    let never = Expectation("never", of: Int.self)
    var hasCleanedUp = false
    addTeardownBlock { XCTAssertTrue(hasCleanedUp) }
    defer { hasCleanedUp = true }
    try never.wait(timeout: .milliseconds(20))  // FAILS HERE
    XCTFail("the test has continued")
  }

  func test4_ownAssertion() {
    let neverWaitedFor = Expectation("never waited for")
    XCTFail("the test itself")  // FAILS HERE
    neverWaitedFor.wait(timeout: .zero)
  }

  /// XCTest does not stop this test: an exception would unwind the body of the condition and the library code around
  /// it.
  func test5_waitInTheBodyOfACondition() throws {
    let never = Expectation("never")
    var hasGoneOn = false
    addTeardownBlock { XCTAssertTrue(hasGoneOn) }
    try eventually(timeout: .seconds(5)) {
      never.wait(timeout: .milliseconds(20))  // FAILS HERE
      return true
    }
    hasGoneOn = true
  }

  /// XCTest's own exception leaves the condition.
  func test6_ownAssertionInTheBodyOfACondition() throws {
    try eventually(timeout: .seconds(5)) {
      XCTFail("the test itself")  // FAILS HERE
      return true
    }
  }

  /// The library knows that the condition that the exception left no longer blocks the main queue. Therefore, time in
  /// which that queue does not run still does not count.
  func test7_isUnharmed() {
    let ended = Expectation("ended", of: Bool.self)
    DispatchQueue.global().async {
      let done = Expectation("done")
      DispatchQueue.main.async { done.fulfill() }
      ended.fulfill(done.wait(timeout: .milliseconds(300)))
    }
    // Simulates a busy main thread.
    Thread.sleep(forTimeInterval: 1)
    XCTAssertEqual(try ended.wait(timeout: .seconds(5)), true)
  }

  func test8_condition() {
    always(for: .milliseconds(20)) { false }  // FAILS HERE
    XCTFail("the test has continued")
  }

  func test9_callOfARecorder() {
    let events = Recorder<Int>("events")
    events.record(1)
    events.dismiss()
    events.record(2)
    events.expectNone(for: .milliseconds(20))  // FAILS HERE
    XCTFail("the test has continued")
  }

  /// XCTest does not stop this test: the exception would leave the default on the main thread, for all later tests.
  func testA_waitInAScopeOfADefault() {
    let never = Expectation("never")
    var hasGoneOn = false
    addTeardownBlock { XCTAssertTrue(hasGoneOn) }
    ExpectationDefaults.$timeout.withValue(.milliseconds(20)) {
      never.wait()  // FAILS HERE
      hasGoneOn = true
    }
  }

  func testB_hasTheUsualDefault() {
    XCTAssertEqual(ExpectationDefaults.timeout, .seconds(5))
  }
}

final class SuspendingStopTests: StoppingXCTestCase {
  /// An exception cannot stop an `async` test: XCTest would end the process.
  func test1_wait() async {
    await Expectation("never").wait(timeout: .milliseconds(20))  // FAILS HERE
    XCTAssertEqual(continueAfterFailure, false)
  }

  func test2_throwingWait() async throws {
    try await Expectation("never", of: Int.self).wait(timeout: .milliseconds(20))  // FAILS HERE
    XCTFail("the test has continued")
  }

  @MainActor func test3_onTheMainActor() async throws {
    await Expectation("never").wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  func test4_isUnharmed() async {
    let done = Expectation("done")
    Task.detached { done.fulfill() }
    await done.wait()
  }
}
