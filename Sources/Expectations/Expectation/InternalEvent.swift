/// An event of the library's own, which it waits for by the means of every wait: run loops are serviced, cancelling
/// ends the wait, deadlines hold. No test learns of it. It may be sent any number of times, of which the first counts.
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
