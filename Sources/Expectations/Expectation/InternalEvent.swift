/// An event for which the library itself waits. The wait is like a test's: it services run loops, ends when its task is
/// canceled, and has a deadline. Tests do not see the event. It may be sent any number of times; only the first
/// counts.
final class InternalEvent: Sendable {
  let expectation: Expectation<Void>

  init(_ description: String, at site: CallSite) {
    expectation = Expectation(
      description, bounds: FulfillmentBounds(1...), queue: nil, createdAt: site, host: SilentHost.shared)
  }

  func send() {
    Engine.withLock { state in
      state.fulfill(
        expectation.key(in: &state), at: FulfillmentPlace(site: nil, thread: .unknown), countsSurplus: false)
    }.wake()
  }
}
