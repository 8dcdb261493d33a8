import Expectations
import Foundation
import XCTest

/// A failure between the end of a test and the moment when XCTest announces the end, also in the test that uses the
/// library first. `check` makes XCTest take 40 ms for that, and as long to record. No test is current then, but the
/// test case still accepts failures.
final class EndOfATestTests: XCTestCase {
  @MainActor func test1_byADetachedTask() async {
    let once = Expectation("once")
    once.fulfill()
    await once.wait()
    Task.detached {
      usleep(20_000)
      once.fulfill()  // FAILS HERE
    }
  }

  func test2_byAThread() {
    let once = Expectation("once")
    once.fulfill()
    once.wait()
    Thread.detachNewThread {
      usleep(20_000)
      once.fulfill()  // FAILS HERE
    }
  }

  func test3_isUnharmed() {
    let done = Expectation("done")
    done.fulfill()
    done.wait()
  }
}
