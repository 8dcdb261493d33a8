// # The wait blocks the queue that must call back
//
// The test runs on the queue of the callback. The text says which queue the wait blocked.
import Dispatch
import Expectations
import Testing
import XCTest

// [code]
@Test func wrongQueue() {
  let queue = DispatchQueue(label: "upload")
  queue.sync {
    let uploaded = Expectation("uploaded")
    queue.async { uploaded.fulfill() }
    uploaded.wait(timeout: .milliseconds(100))
  }
}
// [peers]

final class WrongQueue: XCTestCase {
  func testPeer() {
    let queue = DispatchQueue(label: "upload")
    queue.sync {
      let uploaded = expectation(description: "uploaded")
      queue.async { uploaded.fulfill() }
      wait(for: [uploaded], timeout: 0.1)
    }
  }
}

@Test func wrongQueue_confirmation() async {
  let queue = DispatchQueue(label: "upload")
  queue.suspend()
  await confirmation("uploaded") { uploaded in
    queue.async { uploaded() }
  }
  queue.resume()
}

@Test func wrongQueue_polling() async {
  let (queue, isUploaded) = (DispatchQueue(label: "upload"), Box(false))
  queue.suspend()
  queue.async { isUploaded.value = true }
  await expectEventually { isUploaded.value }
  queue.resume()
}
