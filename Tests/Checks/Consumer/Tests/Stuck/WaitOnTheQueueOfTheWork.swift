// # The test waits on the queue that must do the work
//
// The wait runs inside `sync` of the queue to which the work is submitted.
import Dispatch
import Expectations
import Testing

// [code]
@Test func waitOnTheQueueOfTheWork() {
  let queue = DispatchQueue(label: "store")
  let saved = Expectation("saved")
  queue.sync {
    queue.async { saved.fulfill() }
    saved.wait(timeout: .milliseconds(300))
  }
  queue.sync {}
}
