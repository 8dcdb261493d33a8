// # A barrier waits for a reader that does not end
//
// The reader waits for a semaphore, and the writer for the reader.
import Dispatch
import Expectations
import Foundation
import Testing

// [code]
@Test func barrierBehindAReader() async {
  let queue = DispatchQueue(label: "cache", attributes: .concurrent)
  let gate = DispatchSemaphore(value: 0)
  let written = Expectation("written")
  let reading = Expectation("reading")
  queue.async {
    reading.fulfill()
    gate.wait()
  }
  await reading.wait()
  Thread {
    queue.sync(flags: .barrier) {}
    written.fulfill()
  }.start()
  await written.wait(timeout: .milliseconds(300))
}
