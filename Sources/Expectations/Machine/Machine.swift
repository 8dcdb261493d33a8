/// Decides every wait. It is the state of all expectations and waits of the process, as one plain value without a lock,
/// a clock, a thread or a closure.
///
/// The engine calls a method for each event. If an event has an instant, it must be later than all instants before. The
/// engine then carries out the action that the method returns.
///
/// The rules are in `MachineCore`. This type passes each event to the core, at once or later:
///
/// - An event that must return quickly is deferred if its effect is already known: a fulfillment that uses the
///   `DirectWakeup` of its expectation, the end of an abandoned wait, and the release of an expectation with nothing to
///   report.
/// - Before any other event, the core processes the deferred events in order, with their own instants. The core is then
///   up to date.
///
/// A direct wake-up is used although events are deferred. That is correct because no deferred event can affect it:
///
/// - A deferred fulfillment has used the direct wake-up of its own expectation, and ends a wait for that expectation
///   only.
/// - An abandoned wait is for an expectation that only its owner fulfills, and the owner has abandoned the wait.
/// - A released expectation has no reference left that could fulfill it.
///
/// A new kind of deferred event needs such a reason here.
struct Machine: Hashable, Sendable {
  private var core = MachineCore()
  private var deferred: [DeferredEvent] = []
  /// The waiters of waits that ended by deferred events.
  private var endedWaiters: TinyArray<WaiterReference> = TinyArray()

  fileprivate enum DeferredEvent: Hashable, Sendable {
    /// A fulfillment that used a direct wake-up.
    case fulfilled(SlotKey, FulfillmentPlace, MonotonicInstant)
    case abandoned(SlotKey, MonotonicInstant)
    case released(SlotKey)
  }

  // MARK: Expectations

  mutating func register(_ bounds: FulfillmentBounds) -> SlotKey { current { $0.register(bounds) } }

  mutating func state(of expectation: SlotKey) -> ExpectationState {
    current { $0.expectations[expectation] }
  }

  mutating func markRead(_ expectation: SlotKey) {
    current { $0.markRead(expectation) }
  }

  mutating func markErrorReported(_ expectation: SlotKey) {
    current { $0.markErrorReported(expectation) }
  }

  /// Fulfills an expectation once.
  ///
  /// - `countsSurplus`: Whether a fulfillment beyond completion counts. If not, it changes nothing.
  @inline(__always)
  mutating func fulfill(
    _ expectation: SlotKey, at now: MonotonicInstant, place: FulfillmentPlace, isError: Bool = false,
    countsSurplus: Bool = true
  ) -> Action {
    if !isError, let direct = core.takeDirectWakeup(of: expectation, at: now) {
      deferred.append(.fulfilled(expectation, place, now))
      return Action(wakeups: [Wakeup(waiter: direct.waiter, success: Verdict(kind: direct.kind, instant: now))])
    }
    return current { core in
      guard countsSurplus || !core.isComplete(expectation) else { return Action() }
      return core.fulfill(expectation, at: now, place: place, isError: isError)
    }
  }

  /// Forgets an expectation. Returns its state if there is something left to report, otherwise nil.
  mutating func release(_ expectation: SlotKey) -> ExpectationState? {
    current { $0.release(expectation) }
  }

  /// Forgets an expectation that has nothing to report.
  mutating func releaseSilently(_ expectation: SlotKey) { deferred.append(.released(expectation)) }

  // MARK: Waits

  mutating func isLive(_ wait: SlotKey) -> Bool {
    current { $0.waits.contains(wait) }
  }

  /// Returns the state of a wait, or nil when it has ended.
  mutating func wait(_ wait: SlotKey) -> WaitState? {
    current { $0.waits.contains(wait) ? $0.waits[wait] : nil }
  }

  /// The waits that have not ended.
  var liveWaits: [WaitState] {
    mutating get { current { $0.waits.values } }
  }

  /// Returns the waits that have not ended and occupy a thread of one of these queues, or belong to this test.
  mutating func waits(occupying queues: QueueSet, orOf test: ObjectIdentifier?) -> [SlotKey] {
    current { core in
      core.waits.keys.filter { wait in
        core.waits.withValue(wait) {
          !$0.parameters.occupiedQueue.isDisjoint(with: queues) || test != nil && $0.parameters.test == test
        }
      }
    }
  }

  /// Moves waits to earlier instants, because their own time has passed.
  mutating func bringForward(by passed: OwnTime.Passed) { current { $0.bringForward(by: passed) } }

  /// Begins a wait, which earlier events may end at once.
  ///
  /// Otherwise the machine makes its waiter, which sleeps until an action wakes it.
  mutating func begin(
    _ members: TinyArray<WaitMember>, parameters: WaitParameters, waiter: @autoclosure () -> WaiterReference,
    at now: MonotonicInstant
  ) -> WaitStart {
    current { $0.begin(members, parameters: parameters, waiter: waiter(), at: now) }
  }

  /// Checks a wait whose time may be over. Early and stale calls change nothing.
  mutating func expire(_ wait: SlotKey, at now: MonotonicInstant) -> Action {
    current { $0.expire(wait, at: now) }
  }

  /// Decides a wait because its own clock has passed the deadline. Stale calls change nothing.
  mutating func timeUp(_ wait: SlotKey, at now: MonotonicInstant) -> Action {
    current { $0.timeUp(wait, at: now) }
  }

  mutating func cancel(_ wait: SlotKey, at now: MonotonicInstant) -> Action {
    current { $0.cancel(wait, at: now) }
  }

  /// Ends a wait that has its verdict. The returned verdict lists the surpluses that this wait reports.
  mutating func end(_ wait: SlotKey) -> Verdict {
    current { $0.end(wait) }
  }

  /// Ends a wait in which no thread or task sleeps, whatever its verdict.
  mutating func abandon(_ wait: SlotKey, at now: MonotonicInstant) { deferred.append(.abandoned(wait, now)) }

  // MARK: Deferred events

  /// Brings the core up to date, then runs an event on it.
  @inline(__always)
  private mutating func current<Result>(_ event: (inout MachineCore) -> Result) -> Result {
    if !deferred.isEmpty { applyDeferred() }
    return event(&core)
  }

  private mutating func applyDeferred() {
    // Usually there is only one event. The array then keeps its memory.
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
      // A wait needs a verdict to end, and canceling gives it one.
      keepWaiters(of: core.cancel(wait, at: instant))
      _ = core.end(wait)
    case .released(let expectation):
      core.discard(expectation)
    }
  }

  private mutating func keepWaiters(of action: Action) {
    for wakeup in action.wakeups { endedWaiters.append(wakeup.waiter) }
  }

  /// Returns the waiters that are no longer needed, so that the engine can release them outside its lock.
  mutating func takeEndedWaiters() -> TinyArray<WaiterReference> {
    defer { endedWaiters = TinyArray() }
    return endedWaiters
  }

  /// The core after all deferred events, for comparing machines.
  var upToDate: MachineCore {
    var copy = self
    return copy.current { $0 }
  }
}
