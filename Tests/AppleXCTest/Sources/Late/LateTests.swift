import Dispatch
import Expectations
import XCTest

/// What one test leaves behind fails while another test runs, between two tests, and after the last one of its class.
/// The run must be red for Xcode, and name the test.
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

/// Touched by one test at a time.
enum LeftOver {
  nonisolated(unsafe) static var call: () -> Void = {}
}
