// # An event happens that must not
//
// The failure is at the fulfillment, and comes at once, not at the end of the window.
import Dispatch
import Expectations
import Testing
import XCTest

// [code]
@Test func mustNotHappen() async {
  let alerted = Expectation("alert shown", count: 0)
  DispatchQueue(label: "alerts").async { alerted.fulfill() }
  await alerted.wait(timeout: .milliseconds(100))
}
// [peers]

final class MustNotHappen: XCTestCase {
  func testPeer() {
    let alerted = expectation(description: "alert shown")
    alerted.isInverted = true
    DispatchQueue(label: "alerts").async { alerted.fulfill() }
    wait(for: [alerted], timeout: 0.1)
  }
}

@Test func mustNotHappen_confirmation() async {
  await confirmation("alert shown", expectedCount: 0) { alerted in
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "alerts").async {
        alerted()
        continuation.resume()
      }
    }
  }
}

@Test func mustNotHappen_polling() async {
  let isAlerted = Box(false)
  DispatchQueue(label: "alerts").async { isAlerted.value = true }
  await expectNever { isAlerted.value }
}
