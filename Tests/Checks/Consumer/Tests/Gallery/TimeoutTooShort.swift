// # The timeout is too short
//
// Only the number is wrong. The warning about the late fulfillment says how late it was, and which timeout would have
// been enough.
import Dispatch
import Expectations
import Testing
import XCTest

// [code]
struct SlowServer {
  func fetch(_ completion: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { completion() }
  }
}

@Test func timeoutTooShort() async throws {
  let fetched = Expectation("records fetched")
  SlowServer().fetch { fetched.fulfill() }
  await fetched.wait(timeout: .milliseconds(100))
  try await Task.sleep(for: .milliseconds(600))
}
// [peers]

final class TimeoutTooShort: XCTestCase {
  func testPeer() {
    let fetched = expectation(description: "records fetched")
    SlowServer().fetch { fetched.fulfill() }
    wait(for: [fetched], timeout: 0.1)
  }
}

@Test func timeoutTooShort_confirmation() async {
  await confirmation("records fetched") { fetched in
    SlowServer().fetch { fetched() }
  }
}

@Test func timeoutTooShort_polling() async {
  let isFetched = Box(false)
  SlowServer().fetch { isFetched.value = true }
  await expectEventually { isFetched.value }
}
