// # The callback was dropped
//
// The queue is suspended, so no thread has the work. The text says that nothing stands in the code.
import Expectations
import Foundation
import Testing

// [code]
@Test func callbackDropped() async {
  let queue = OperationQueue()
  queue.isSuspended = true
  let saved = Expectation("saved")
  queue.addOperation { saved.fulfill() }
  await saved.wait(timeout: .milliseconds(300))
}
