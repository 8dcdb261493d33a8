import Dispatch
import Expectations
import Testing

/// A blocking wait on the queue that must fulfill the expectation.
@Suite struct QueueFailureTests {
  @Test func cannotComplete_onTheQueueThatWaits() {
    let queue = DispatchQueue(label: "work")
    let done = Expectation("done")
    let stuck = Expectation("stuck", fulfilledOn: queue)
    queue.async {
      stuck.wait()  // FAILS HERE
      done.fulfill()
    }
    done.wait()
  }

  @Test func cannotComplete_inAMainQueueJob() {
    let done = Expectation("done")
    let stuck = Expectation("stuck", fulfilledOn: .main)
    DispatchQueue.main.async {
      stuck.wait()  // FAILS HERE
      done.fulfill()
    }
    done.wait()
  }
}
