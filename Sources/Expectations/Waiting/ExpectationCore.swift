/// What an expectation is besides its values: its name in the machine, and where it comes from.
final class ExpectationCore: @unchecked Sendable {
  // Sendable: all is constant but the error and the handlers, which are touched only under the engine's lock.
  let key: SlotKey
  let description: String
  let createdAt: CallSite
  let createdInstant: Instant
  let bounds: FulfillmentBounds
  let queue: DeclaredQueue?
  /// What fulfills it, where that is a notification: it is observed no longer than it is waited for.
  let observation: NotificationObservation?
  let host: any TestHost
  private var storedError: (any Error)?
  /// nil as long as nobody has asked for a handler.
  private var handlers: HandlerCount?

  init(
    _ description: String, bounds: FulfillmentBounds, queue: DeclaredQueue?,
    observation: NotificationObservation? = nil,
    createdAt: CallSite, host: any TestHost = TestHosts.current
  ) {
    self.description = description
    self.createdAt = createdAt
    self.bounds = bounds
    self.queue = queue
    self.observation = observation
    self.host = host
    let recent = MonotonicClock.recent()
    (key, createdInstant) = Engine.state.withLock { state in
      (state.machine.admit(bounds), state.instant(near: recent))
    }
    if let defect = bounds.defect {
      record(.impossibleCount(description, defect: defect), at: createdAt)
    }
  }

  deinit {
    if host === NobodysHost.shared {
      Engine.state.withLock { $0.release(key) }
      return
    }
    // The last state is released here, outside the lock.
    guard let state = Engine.state.withLock({ $0.machine.release(key) }), state.bounds.defect == nil else { return }
    if let surplus = state.surplus, !state.isSurplusSettled {
      record(.surplus(description, surplus, createdAt: createdAt, waitedAt: nil), at: surplus.extra.place.site)
    }
    // Of a test that was stopped, the waits that it did not come to are not missing.
    if !state.isAwaited, !state.isRead, !host.hasStopped {
      WaitLog.noteNeverAwaited(self)
      record(.neverAwaited(description, count: state.count), at: createdAt)
    }
  }

  /// What a new handler is to keep.
  func holdForHandler() -> HandlerCount.Hold {
    let fresh = HandlerCount()
    return Engine.state.withLock { _ in
      let count = handlers ?? fresh
      handlers = count
      return count
    }.hold()
  }

  /// When the last handler was released, if none had ever been called.
  var handlersGoneAt: Instant? { Engine.state.withLock { _ in handlers }?.goneAt }

  /// Whether a wait for it alone has nothing to wait for, and nobody is to be told anything of it. It counts as a wait.
  func hasHappened(at site: CallSite) -> Bool {
    guard observation == nil, !WaitLog.isComplete else { return false }
    return Engine.state.withLock { state in
      state.machine.acknowledge(key, at: FulfillmentPlace(site: site, thread: .unknown))
    }
  }

  /// Keeps the first error that it is fulfilled with. Only under the engine's lock.
  func store(_ error: any Error) {
    if storedError == nil { storedError = error }
  }

  /// The error that it was fulfilled with, for somebody who throws it on or records it.
  func takeError() -> (any Error)? {
    Engine.state.withLock { state in
      if storedError != nil { state.machine.markErrorSettled(key) }
      return storedError
    }
  }

  /// Says what a fulfilment outside every wait has to say.
  func report(_ notice: Notice<FulfillmentPlace>) {
    switch notice {
    case .surplus(let surplus, let past):
      let finding = Finding.surplus(description, surplus, createdAt: createdAt, waitedAt: past?.place.site)
      record(finding, at: surplus.extra.place.site ?? past?.place.site)
    case .late(let fulfillment, let past):
      record(.late(description, fulfillment, past), at: past.place.site)
    }
  }

  private func record(_ finding: Finding, at site: CallSite?) {
    host.record(Problem(finding, at: site ?? createdAt))
  }
}
