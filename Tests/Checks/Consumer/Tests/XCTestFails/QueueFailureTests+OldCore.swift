import Dispatch
import Expectations
import XCTest

/// A blocking wait on the queue that must fulfill the expectation.
final class QueueFailureTests: XCTestCase {
  func testCannotComplete_onTheQueueThatWaits() {
    let queue = DispatchQueue(label: "work")
    let done = Expectation("done")
    let stuck = Expectation("stuck", fulfilledOn: queue)
    queue.async {
      stuck.wait()  // FAILS HERE
      done.fulfill()
    }
    done.wait(timeout: .seconds(2))
  }

  func testCannotComplete_inAMainQueueJob() {
    let done = Expectation("done")
    let stuck = Expectation("stuck", fulfilledOn: .main)
    DispatchQueue.main.async {
      stuck.wait()  // FAILS HERE
      done.fulfill()
    }
    done.wait(timeout: .seconds(2))
  }
}
