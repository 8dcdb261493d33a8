/// Something that the library itself waits for, by the means of every wait: run loops are serviced, cancelling ends it,
/// deadlines hold. No test is told of it, and it may be sent any number of times, of which the first counts.
final class Pulse: Sendable {
  let core: ExpectationCore

  init(_ description: String, at site: CallSite) {
    core = ExpectationCore(
      description, bounds: FulfillmentBounds(1...), queue: nil, createdAt: site, host: NobodysHost())
  }

  func send() {
    Engine.wake(
      Engine.state.withLock { state in
        guard !state.machine.isComplete(core.key) else { return Effects() }
        let now = state.tick()
        return state.machine.fulfill(core.key, at: now, place: FulfillmentPlace(site: nil, thread: .unknown))
      })
  }
}

/// The host of what is no test's business.
struct NobodysHost: TestHost {
  var hasStopped: Bool { false }

  func record(_ problem: Problem) {}

  func stop(recording problem: Problem?, orElse error: any Error) -> any Error { error }
}
