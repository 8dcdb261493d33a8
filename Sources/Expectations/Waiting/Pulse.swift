/// Something that the library itself waits for, by the means of every wait: run loops are serviced, cancelling ends it,
/// deadlines hold. No test is told of it, and it may be sent any number of times, of which the first counts.
final class Pulse: Sendable {
  let core: ExpectationCore

  init(_ description: String, at site: CallSite) {
    core = ExpectationCore(
      description, bounds: FulfillmentBounds(1...), queue: nil, createdAt: site, host: NobodysHost.shared)
  }

  func send() {
    var effects: Engine.TimedEffects?
    let success = Engine.state.withLockOnly { state in
      state.fulfill(
        core.key(in: &state), at: FulfillmentPlace(site: nil, thread: .unknown), isSurplusWanted: false, &effects)
    }
    if let success {
      success.deliver()
    } else if let effects {
      effects.wake()
    }
  }
}

/// The host of what is no test's business.
final class NobodysHost: TestHost {
  static let shared = NobodysHost()

  var hasStopped: Bool { false }

  func record(_ problem: Problem) {}

  func stop(recording problem: Problem?, orElse error: any Error) -> any Error { error }
}
