// # Sleeping instead of waiting
//
// A fixed sleep is too short on a busy computer. The wait after it checks once, and the late fulfillment shows the
// timeout that would have been enough, without any sleep.
import Dispatch
import Expectations
import Testing
import XCTest

// [code]
struct Renderer {
  func render(_ completion: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.4) { completion() }
  }
}

@Test func sleepingInsteadOfWaiting() async throws {
  let rendered = Expectation("page rendered")
  Renderer().render { rendered.fulfill() }
  try await Task.sleep(for: .milliseconds(20))
  await rendered.wait(timeout: .zero)
  try await Task.sleep(for: .milliseconds(500))
}
// [peers]

final class SleepingInsteadOfWaiting: XCTestCase {
  func testPeer() {
    let isRendered = Box(false)
    Renderer().render { isRendered.value = true }
    usleep(20_000)
    XCTAssertTrue(isRendered.value)
  }
}

@Test func sleepingInsteadOfWaiting_confirmation() async throws {
  try await confirmation("page rendered") { rendered in
    Renderer().render { rendered() }
    try await Task.sleep(for: .milliseconds(20))
  }
}

@Test func sleepingInsteadOfWaiting_polling() async throws {
  let isRendered = Box(false)
  Renderer().render { isRendered.value = true }
  await expectEventually(timeout: .milliseconds(20)) { isRendered.value }
}
