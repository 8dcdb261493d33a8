// # The handler is called twice
//
// A retry calls the completion handler, although the first attempt has already called it. The failure is at the extra
// call, and names the allowed call, the wait and the creation.
import Dispatch
import Expectations
import Testing
import XCTest

// [code]
struct Saver {
  func save(_ completion: @escaping @Sendable (Int) -> Void) {
    for attempt in 1...2 { completion(attempt) }
  }
}

@Test func handlerCalledTwice() async {
  let saved = Expectation("document saved")
  Saver().save { attempt in
    if attempt == 1 {
      saved.fulfill()
    } else {
      saved.fulfill()
    }
  }
  await saved.wait(timeout: .milliseconds(100))
}
// [peers]

final class HandlerCalledTwice: XCTestCase {
  func testPeer() {
    let saved = expectation(description: "document saved")
    saved.assertForOverFulfill = true
    Saver().save { _ in saved.fulfill() }
    wait(for: [saved], timeout: 0.1)
  }
}

@Test func handlerCalledTwice_confirmation() async {
  await confirmation("document saved") { saved in
    Saver().save { _ in saved() }
  }
}

@Test func handlerCalledTwice_polling() async {
  let count = Box(0)
  Saver().save { _ in count.value += 1 }
  await expectEventually { count.value == 1 }
}
