import Dispatch
import Expectations
import XCTest

/// Code and expectations that a test leaves behind fail while another test runs, between two tests, and after the last
/// test of the class. Xcode must see a red run, and the failure must name the test.
final class LateTests: XCTestCase {
  func test1_leavesSomethingBehind() {
    let once = Expectation("once")
    LeftOver.call = { once.fulfill() }  // LATE, IN LateTests.test2_isRunning
    once.fulfill()
    once.wait()
  }

  func test2_isRunning() {
    let done = Expectation("done")
    DispatchQueue.global().async {
      LeftOver.call()
      done.fulfill()
    }
    done.wait()
  }

  /// Fails when the test is over, because XCTest keeps the test case.
  private var kept: Expectation<Void>?

  func test3_keepsWhatItDoesNotWaitFor() {
    kept = Expectation("kept")  // LATE, IN LateTests.test4_runsNext
  }

  func test4_runsNext() {
    let done = Expectation("done")
    DispatchQueue.main.async { done.fulfill() }
    done.wait()
  }

  func test5_isTheLastOfItsClass() {
    kept = Expectation("kept")  // LATE, IN All tests
  }
}

final class LaterTests: XCTestCase {
  func test1_isUnharmed() {
    let done = Expectation("done")
    done.fulfill()
    done.wait()
  }

}

/// Only one test at a time uses it.
enum LeftOver {
  nonisolated(unsafe) static var call: () -> Void = {}
}
