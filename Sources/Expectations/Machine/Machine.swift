/// Every expectation and every wait of the process as one plain value: events go in, one action comes out.
///
/// It knows no lock, clock, thread or closure that it keeps. The engine holds one lock around each event, reads the
/// clock inside it, and carries out the action after letting go. Instants must rise from event to event.
///
/// `MachineCore` has the rules. This type adds when they are applied. A fulfillment that ends a wait must return soon,
/// because a waiter is about to wake up: its `DirectWakeup` says what it does, and the core is told later. So are two
/// events after which nothing is left to decide. All else first brings the core up to date, event by event and with the
/// instants at which they happened, so it never sees a state that is behind.
///
/// Taking a direct wake-up may skip that, because no deferred event can affect it: a deferred fulfillment has taken the
/// direct wake-up of its own expectation, and ends a wait that is for no other; an abandoned wait is for an expectation
/// that is fulfilled only by its owner, who abandons it; a released expectation has no reference left that could
/// fulfill it. Any new kind of deferred event needs a reason here.
struct Machine<Waiter, Place> {
  private var core = MachineCore<Waiter, Place>()
  private var deferred: [DeferredEvent] = []
  /// The waiters of waits that ended by deferred events.
  private var endedWaiters: TinyArray<Waiter> = TinyArray()

  fileprivate enum DeferredEvent {
    /// A fulfillment that took a direct wake-up.
    case fulfilled(SlotKey, Place, Instant)
    case abandoned(SlotKey, Instant)
    case released(SlotKey)
  }

  // MARK: Expectations

  mutating func register(_ bounds: FulfillmentBounds) -> SlotKey { current { $0.register(bounds) } }

  mutating func state(of expectation: SlotKey) -> ExpectationState<Place> {
    current { $0.expectations[expectation] }
  }

  mutating func markRead(_ expectation: SlotKey) {
    current { $0.markRead(expectation) }
  }

  mutating func markErrorReported(_ expectation: SlotKey) {
    current { $0.markErrorReported(expectation) }
  }

  /// One fulfillment.
  ///
  /// - `countsSurplus`: Whether one beyond completion counts; otherwise it changes nothing.
  @inline(__always)
  mutating func fulfill(
    _ expectation: SlotKey, at now: Instant, place: Place, isError: Bool = false, countsSurplus: Bool = true
  ) -> Action<Waiter, Place> {
    if !isError, let direct = core.takeDirectWakeup(of: expectation, at: now) {
      deferred.append(.fulfilled(expectation, place, now))
      return Action(wakeups: [Wakeup(waiter: direct.waiter, success: Verdict(kind: direct.kind, instant: now))])
    }
    return current { core in
      guard countsSurplus || !core.isComplete(expectation) else { return Action() }
      return core.fulfill(expectation, at: now, place: place, isError: isError)
    }
  }

  /// Forgets an expectation, and returns what is left to report of it; nil when there is nothing.
  mutating func release(_ expectation: SlotKey) -> ExpectationState<Place>? {
    current { $0.release(expectation) }
  }

  /// Forgets an expectation that has nothing to report.
  mutating func releaseSilently(_ expectation: SlotKey) { deferred.append(.released(expectation)) }

  // MARK: Waits

  mutating func isLive(_ wait: SlotKey) -> Bool {
    current { $0.waits.contains(wait) }
  }

  /// A wait that has not ended.
  mutating func wait(_ wait: SlotKey) -> WaitState<Waiter, Place>? {
    current { $0.waits.contains(wait) ? $0.waits[wait] : nil }
  }

  /// Begins a wait. What has happened already may end it at once; otherwise its waiter is made, and sleeps until an
  /// action wakes it.
  mutating func begin(
    _ members: TinyArray<WaitMember>, parameters: WaitParameters<Place>, waiter: @autoclosure () -> Waiter,
    at now: Instant
  ) -> Beginning {
    current { $0.begin(members, parameters: parameters, waiter: waiter(), at: now) }
  }

  /// Checks a wait because its time may be over. Early and stale calls change nothing.
  mutating func expire(_ wait: SlotKey, at now: Instant) -> Action<Waiter, Place> {
    current { $0.expire(wait, at: now) }
  }

  /// Decides a wait because the clock that it is measured on has passed its deadline. Stale calls change nothing.
  mutating func timeUp(_ wait: SlotKey, at now: Instant) -> Action<Waiter, Place> {
    current { $0.timeUp(wait, at: now) }
  }

  mutating func cancel(_ wait: SlotKey, at now: Instant) -> Action<Waiter, Place> {
    current { $0.cancel(wait, at: now) }
  }

  /// Ends a wait that has its verdict. The verdict now says which surpluses this wait reports.
  mutating func end(_ wait: SlotKey) -> Verdict {
    current { $0.end(wait) }
  }

  /// Ends a wait in which no thread or task sleeps, whatever its verdict.
  mutating func abandon(_ wait: SlotKey, at now: Instant) { deferred.append(.abandoned(wait, now)) }

  // MARK: Deferred events

  /// Runs an event on the core, which has been brought up to date.
  @inline(__always)
  private mutating func current<Result>(_ event: (inout MachineCore<Waiter, Place>) -> Result) -> Result {
    if !deferred.isEmpty { applyDeferred() }
    return event(&core)
  }

  private mutating func applyDeferred() {
    // One nearly always, and then the list keeps its memory.
    if deferred.count == 1 {
      apply(deferred.removeLast())
    } else {
      let events = deferred
      deferred = []
      for event in events { apply(event) }
    }
  }

  private mutating func apply(_ event: DeferredEvent) {
    switch event {
    case .fulfilled(let expectation, let place, let instant):
      keepWaiters(of: core.fulfill(expectation, at: instant, place: place))
    case .abandoned(let wait, let instant):
      // A wait can be ended when it has a verdict.
      keepWaiters(of: core.cancel(wait, at: instant))
      _ = core.end(wait)
    case .released(let expectation):
      core.discard(expectation)
    }
  }

  private mutating func keepWaiters(of action: Action<Waiter, Place>) {
    for wakeup in action.wakeups { endedWaiters.append(wakeup.waiter) }
  }

  /// The waiters that are no longer needed, for the engine to release outside its lock.
  mutating func takeEndedWaiters() -> TinyArray<Waiter> {
    defer { endedWaiters = TinyArray() }
    return endedWaiters
  }

  /// The core after all deferred events, for those who compare machines.
  var upToDate: MachineCore<Waiter, Place> {
    var copy = self
    return copy.current { $0 }
  }
}

extension Machine: Sendable where Waiter: Sendable, Place: Sendable {}
extension Machine.DeferredEvent: Sendable where Waiter: Sendable, Place: Sendable {}
extension Machine: Equatable where Waiter: Equatable, Place: Equatable {}
extension Machine.DeferredEvent: Equatable where Waiter: Equatable, Place: Equatable {}
extension Machine: Hashable where Waiter: Hashable, Place: Hashable {}
extension Machine.DeferredEvent: Hashable where Waiter: Hashable, Place: Hashable {}
