// # One expectation is fulfilled twice, the other never
//
// A copied line was not changed. The failures name both the expectation with too many fulfillments and the one without
// any.
import Expectations
import Testing

// [code]
final class Store: Sendable {
  func save(_ done: @escaping @Sendable () -> Void) { done() }
  func load(_ done: @escaping @Sendable () -> Void) { done() }
}

@Test func wrongOneFulfilled() async {
  let (saved, loaded) = (Expectation("saved"), Expectation("loaded"))
  let store = Store()
  store.save { saved.fulfill() }
  store.load { saved.fulfill() }
  await wait(for: saved, loaded, timeout: .milliseconds(200))
}
