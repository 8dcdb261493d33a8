// # Events happen in the wrong order
//
// The failure is at the fulfillment that came too early, and lists all events in order.
import Expectations
import Testing
import XCTest

// [code]
struct Editor {
  func edit(opened: () -> Void, saved: () -> Void, loaded: () -> Void) {
    opened()
    saved()
    loaded()
  }
}

@Test func wrongOrder() async {
  let (opened, loaded, saved) = (Expectation("opened"), Expectation("loaded"), Expectation("saved"))
  Editor().edit(
    opened: { opened.fulfill() },
    saved: { saved.fulfill() },
    loaded: { loaded.fulfill() })
  await wait(for: [opened, loaded, saved], timeout: .milliseconds(100), enforceOrder: true)
}
// [peers]

final class WrongOrder: XCTestCase {
  func testPeer() {
    let (opened, loaded, saved) = (
      expectation(description: "opened"), expectation(description: "loaded"), expectation(description: "saved")
    )
    Editor().edit(
      opened: { opened.fulfill() },
      saved: { saved.fulfill() },
      loaded: { loaded.fulfill() })
    wait(for: [opened, loaded, saved], timeout: 0.1, enforceOrder: true)
  }
}

/// Returns only the methods that were called, in order.
private func events() -> [String] {
  let events = Box<[String]>([])
  Editor().edit(
    opened: { events.value.append("opened") }, saved: { events.value.append("saved") },
    loaded: { events.value.append("loaded") })
  return events.value
}

@Test func wrongOrder_confirmation() async {
  await confirmation("in order") { inOrder in
    if events() == ["opened", "loaded", "saved"] { inOrder() }
  }
}

@Test func wrongOrder_polling() async {
  await expectEventually { events() == ["opened", "loaded", "saved"] }
}
