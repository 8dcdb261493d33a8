/// An expectation, whatever its values are: what waits and reports need of one.
protocol AnyExpectation: CheckedAfterTest {
  /// What is expected to happen.
  var title: String { get }
  var createdAt: CallSite { get }
  var createdInstant: Instant { get }
  var bounds: FulfillmentBounds { get }
  /// The serial queue that it was declared to be fulfilled on.
  var queue: FulfillmentQueue? { get }
  /// What fulfills it, where that is a notification: it is observed no longer than it is waited for.
  var observation: (any WaitObservation)? { get }
  var host: any TestHost { get }

  /// When the last handler was released, if none had ever been called.
  var handlersReleasedAt: Instant? { get }
  /// Whether a handler is still held, and none has been called.
  var hasUncalledHandler: Bool { get }

  /// Its key in the machine, which does not know it before something happens to it. Only under the lock of the engine.
  func key(in state: inout EngineState) -> SlotKey

  /// The error that it was fulfilled with, for a caller that throws or records it.
  func takeError() -> (any Error)?
}

extension AnyExpectation {
  /// What has happened to it. Only under the lock of the engine.
  func state(in state: inout EngineState) -> ExpectationState<FulfillmentPlace> {
    let key = key(in: &state)
    return state.machine.state(of: key)
  }

  /// Notes that it has been read. Only under the lock of the engine.
  func markRead(in state: inout EngineState) {
    let key = key(in: &state)
    state.machine.markRead(key)
  }

  // MARK: Reporting

  func reportIfNeverAwaited() {
    let state = Engine.withLock { state in
      defer { markRead(in: &state) }
      return self.state(in: &state)
    }
    reportIfNeverAwaited(state)
  }

  /// Reports what is left to say of it when it is released.
  func reportRemaining(_ state: ExpectationState<FulfillmentPlace>) {
    guard bounds.defect == nil else { return }
    if let surplus = state.surplus, state.hasUnreportedSurplus {
      record(surplusFinding(surplus, waitedAt: nil), at: surplus.extra.place.site)
    }
    reportIfNeverAwaited(state)
  }

  private func reportIfNeverAwaited(_ state: ExpectationState<FulfillmentPlace>) {
    // Of a test that was stopped, the waits that it did not come to are not missing.
    if bounds.defect == nil, !state.isAwaited, !state.isRead, state.memberships.isEmpty, !host.hasStopped {
      Engine.observer.noteNeverAwaited(self)
      record(.neverAwaited(title, count: state.count), at: createdAt)
    }
  }

  /// Reports a fulfillment that no wait judges.
  func report(_ stray: StrayFulfillment<FulfillmentPlace>) {
    switch stray {
    case .surplus(let surplus, let past):
      record(
        surplusFinding(surplus, waitedAt: past?.place.site), at: surplus.extra.place.site ?? past?.place.site)
    case .late(let fulfillment, let past):
      record(.late(title, fulfillment, past), at: past.place.site)
    }
  }

  /// That it was fulfilled once too often.
  func surplusFinding(_ surplus: Surplus<FulfillmentPlace>, waitedAt site: CallSite?) -> ExpectationFinding {
    .surplus(title, surplus, createdAt: createdAt, waitedAt: site, of: observation?.findings)
  }

  private func record(_ finding: ExpectationFinding, at site: CallSite?) {
    host.record(Problem(finding, at: site ?? createdAt))
  }
}
