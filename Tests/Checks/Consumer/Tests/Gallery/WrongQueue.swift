// # The wait blocks the queue that must call back
//
// The test blocks the queue of the callback.
import Dispatch
import Expectations
import Testing

// [code, alone]
@Test func wrongQueue() {
  let queue = DispatchQueue(label: "upload")
  queue.sync {
    let uploaded = Expectation("uploaded")
    queue.async { uploaded.fulfill() }
    uploaded.wait(timeout: .milliseconds(100))
  }
}
