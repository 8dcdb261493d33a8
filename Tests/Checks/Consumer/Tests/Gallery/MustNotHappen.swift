// # An event happens that must not
//
// The failure is at the fulfillment, and comes at once, not at the end of the time.
import Dispatch
import Expectations
import Testing

// [code]
@Test func mustNotHappen() async {
  let alerted = Expectation("alert shown", count: 0)
  DispatchQueue(label: "alerts").async { alerted.fulfill() }
  await alerted.wait(timeout: .milliseconds(100))
}
