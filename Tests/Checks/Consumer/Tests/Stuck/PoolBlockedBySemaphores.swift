// # Every thread of the concurrency pool waits for a semaphore
//
// The task that fulfills the expectation gets no thread.
import Dispatch
import Expectations
import Foundation
import Testing

/// Lets the tasks end, because the test could not, either.
func release(_ gate: DispatchSemaphore) {
  for _ in 0..<ProcessInfo.processInfo.activeProcessorCount + 2 { gate.signal() }
}

// [code]
struct Uploads {
  let isConnected = DispatchSemaphore(value: 0)

  func send() async {
    isConnected.wait()
  }
}

@Test func poolBlockedBySemaphores() {
  let uploads = Uploads()
  let sent = Expectation("sent")
  for _ in 0..<ProcessInfo.processInfo.activeProcessorCount + 2 {
    Task { await uploads.send() }
  }
  let ended = Expectation("ended")
  Task {
    sent.fulfill()
    ended.fulfill()
  }
  sent.wait(timeout: .milliseconds(300))
  release(uploads.isConnected)
  ended.wait()
}
