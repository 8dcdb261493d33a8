// # One is fulfilled twice, the other not at all
//
// The line that was copied was not changed. The one that came too often and the one that did not come are both named.
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
