/// All that the engine's lock guards: the state machine of the process, and the clock that it is driven by.
struct EngineState {
  private var deferring = DeferringMachine<any Waiter, FulfillmentPlace>()
  var clock = FairClock(stallLimit: Timeouts.stallLimit)

  var machine: Engine.Machine {
    mutating _read { yield deferring.machine }
    _modify { yield &deferring.machine }
  }

  /// The waiters that are no longer needed, to be released outside the lock.
  mutating func takeSpent() -> Few<any Waiter> { deferring.takeSpent() }

  // MARK: Events

  /// One fulfillment, now. Where it is certain that it ends a wait and does nothing else, that is returned; otherwise
  /// the effects are what the machine says.
  ///
  /// - `isSurplusWanted`: Whether it counts when the expectation is complete.
  @inline(__always)
  mutating func fulfill(
    _ expectation: SlotKey, at place: consuming FulfillmentPlace, isError: Bool = false, isSurplusWanted: Bool = true,
    _ effects: inout Engine.TimedEffects?
  ) -> Engine.Success? {
    let now = tick()
    var place = place
    place.time = now.real
    var outcome: Engine.Effects?
    let success = deferring.fulfill(
      expectation, at: now.fair, place: place, isError: isError, isSurplusWanted: isSurplusWanted, &outcome)
    if let success { return Engine.Success(waiter: success.waiter, verdict: success.verdict, time: now.real) }
    if let outcome { effects = Engine.TimedEffects(effects: outcome, time: now.real) }
    return nil
  }

  /// Ends a wait in which no thread or task sleeps.
  mutating func dismiss(_ wait: SlotKey) { deferring.dismiss(wait, at: tick().fair) }

  /// Forgets an expectation of which nothing is to be told.
  mutating func release(_ expectation: SlotKey) { deferring.release(expectation) }

  // MARK: Instants

  /// The instant of the event at hand.
  mutating func tick() -> Moment {
    let real = MonotonicClock.now()
    return Moment(fair: clock.tick(at: real), real: real)
  }

  /// Now, when nothing happens.
  mutating func now() -> Moment {
    let real = MonotonicClock.now()
    return Moment(fair: clock.instant(at: real), real: real)
  }
}
