// # Events happen in the wrong order
//
// The failure is at the fulfillment that came too early, and lists all events in order.
import Expectations
import Testing

// [code]
@Test func wrongOrder() async {
  let (opened, loaded, saved) = (Expectation("opened"), Expectation("loaded"), Expectation("saved"))
  opened.fulfill()
  saved.fulfill()
  loaded.fulfill()
  await wait(for: [opened, loaded, saved], timeout: .milliseconds(100), enforceOrder: true)
}
