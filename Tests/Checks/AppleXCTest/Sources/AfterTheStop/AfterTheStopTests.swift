import Expectations
import Foundation
import XCTest

/// A failure between the stop of a test's run and the moment when XCTest announces the end. `check` makes XCTest
/// take 40 ms for that. The test case accepts no more failures then, so the next test records the failure.
final class AfterTheStopTests: XCTestCase {
  func test1_leavesAThread() {
    let once = Expectation("once")
    once.fulfill()
    once.wait()
    Thread.detachNewThread {
      usleep(20_000)
      once.fulfill()  // LATE, IN AfterTheStopTests.test2_runsNext
    }
  }

  func test2_runsNext() {
    let done = Expectation("done")
    done.fulfill()
    done.wait()
  }
}
