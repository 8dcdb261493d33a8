/// What an expectation is besides its values: where it comes from, and its name in the machine.
///
/// The machine does not know it before something happens to it: of one that was just made there is nothing to know.
///
/// Public in name only: an ``Expectation`` is one, so that it takes one piece of memory. Waits take it, because a
/// list of expectations of different values is one of these.
public class _ExpectationCore: Waitable, @unchecked Sendable {
  // Sendable: all is constant but its name, the error and the handlers, which are touched only under the engine's
  // lock and by `deinit`.
  /// What is expected to happen.
  let title: String
  let createdAt: CallSite
  let createdInstant: Instant
  let bounds: FulfillmentBounds
  let queue: DeclaredQueue?
  /// What fulfills it, where that is a notification: it is observed no longer than it is waited for.
  let observation: NotificationObservation?
  let host: any TestHost
  /// nil until something happens to it.
  private var name: SlotKey?
  private var storedError: (any Error)?
  /// nil as long as no handler has been made.
  private var handlers: HandlerCount?

  /// - `askedAt`: Where it was asked for, when `createdAt` says where that was created which it belongs to.
  init(
    _ title: String, bounds: FulfillmentBounds, queue: DeclaredQueue?,
    observation: NotificationObservation? = nil,
    createdAt: CallSite, askedAt: CallSite? = nil, host: any TestHost = TestHosts.current
  ) {
    self.title = title
    self.createdAt = createdAt
    self.bounds = bounds
    self.queue = queue
    self.observation = observation
    self.host = host
    createdInstant = MonotonicClock.now()
    if let defect = bounds.defect {
      let place = askedAt == nil ? nil : createdAt
      record(.impossibleCount(title, defect: defect, createdAt: place), at: askedAt ?? createdAt)
    }
    // What is no more than this is a target of the library's own, which a test need not wait for.
    if type(of: self) != ExpectationCore.self { host.noteMade(self) }
  }

  public var waitTarget: WaitTarget { WaitTarget(core: self) }

  deinit {
    if host === NobodysHost.shared {
      if let name { Engine.state.withLock { $0.release(name) } }
      return
    }
    // No other reference is left through which the name could be touched.
    let state =
      if let name {
        Engine.state.withLock { $0.machine.forget(name) ? nil : $0.machine.release(name) }
      } else {
        ExpectationState<FulfillmentPlace>(bounds: bounds)
      }
    guard let state, bounds.defect == nil else { return }
    if let surplus = state.surplus, state.owesSurplus {
      record(surplusFinding(surplus, waitedAt: nil), at: surplus.extra.place.site)
    }
    reportIfNeverAwaited(state)
  }

  /// For one that is not released when its test is over. It is reported once.
  func reportIfNeverAwaited() {
    let state = Engine.state.withLock { state in
      defer { markRead(in: &state) }
      return self.state(in: &state)
    }
    reportIfNeverAwaited(state)
  }

  private func reportIfNeverAwaited(_ state: ExpectationState<FulfillmentPlace>) {
    // Of a test that was stopped, the waits that it did not come to are not missing.
    if bounds.defect == nil, !state.isAwaited, !state.isRead, !host.hasStopped {
      WaitLog.noteNeverAwaited(self)
      record(.neverAwaited(title, count: state.count), at: createdAt)
    }
  }

  /// Its name in the machine. Only under the engine's lock.
  func key(in state: inout EngineState) -> SlotKey {
    if let name { return name }
    let fresh = state.machine.admit(bounds)
    name = fresh
    return fresh
  }

  /// What has happened to it. Only under the engine's lock.
  func state(in state: inout EngineState) -> ExpectationState<FulfillmentPlace> {
    let key = key(in: &state)
    return state.machine.expectations[key]
  }

  /// Notes that it has been read. Only under the engine's lock.
  func markRead(in state: inout EngineState) {
    let key = key(in: &state)
    state.machine.markRead(key)
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

  /// Whether a handler is still held, and none has been called.
  var hasUncalledHandler: Bool { Engine.state.withLock { _ in handlers }?.isHeldUncalled ?? false }

  /// Whether a wait for it alone has nothing to wait for, and nothing to report of it. It counts as a wait.
  func hasHappened(at site: CallSite) -> Bool {
    guard observation == nil, !WaitLog.isComplete else { return false }
    return Engine.state.withLock { state in
      let key = key(in: &state)
      return state.machine.acknowledge(key, at: FulfillmentPlace(site: site, thread: .unknown))
    }
  }

  /// Keeps the first error that it is fulfilled with. Only under the engine's lock.
  func store(_ error: any Error) {
    if storedError == nil { storedError = error }
  }

  /// The error that it was fulfilled with, for a caller that throws or records it.
  func takeError() -> (any Error)? {
    Engine.state.withLock { state in
      if let name, storedError != nil { state.machine.markErrorSettled(name) }
      return storedError
    }
  }

  /// Says what a fulfillment outside every wait has to say.
  func report(_ notice: Notice<FulfillmentPlace>) {
    switch notice {
    case .surplus(let surplus, let past):
      record(
        surplusFinding(surplus, waitedAt: past?.place.site), at: surplus.extra.place.site ?? past?.place.site)
    case .late(let fulfillment, let past):
      record(.late(title, fulfillment, past), at: past.place.site)
    }
  }

  /// That it was fulfilled once too often.
  func surplusFinding(_ surplus: Surplus<FulfillmentPlace>, waitedAt site: CallSite?) -> Finding {
    .surplus(title, surplus, createdAt: createdAt, waitedAt: site, of: observation?.findings)
  }

  private func record(_ finding: Finding, at site: CallSite?) {
    host.record(Problem(finding, at: site ?? createdAt))
  }
}

typealias ExpectationCore = _ExpectationCore
