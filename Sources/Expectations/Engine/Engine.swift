/// The machine of the process behind its lock, and what follows from its actions.
///
/// Every event goes the same way: take the lock, read the clock, tell the machine, grant the waiters that it decided
/// their permits; let go of the lock; wake those waiters and report.
enum Engine {
  typealias Machine = Expectations.Machine<any Waiter, FulfillmentPlace>
  typealias Action = Expectations.Action<any Waiter, FulfillmentPlace>

  private static let state = Locked(EngineState())

  /// Runs `body` under the lock of the engine.
  @inline(__always)
  static func withLock<Result>(_ body: (inout EngineState) -> Result) -> Result { state.withLock(body) }

  /// The same, and releases the waiters that are no longer needed, which `withLock` leaves to the next call of this
  /// one.
  ///
  /// That may run any code: a waiter may hold the last reference to the run loop of a thread that has ended, with all
  /// that is in it. So it is not for callers that hold another lock, or that are about to wake a waiter.
  @inline(__always)
  static func withLockReleasingWaiters<Result>(_ body: (inout EngineState) -> Result) -> Result {
    let (result, ended) = state.withLock { (body(&$0), $0.machine.takeEndedWaiters()) }
    withExtendedLifetime(ended) {}
    return result
  }

  /// What both clocks show.
  static var now: Moment { withLock { $0.now() } }

  // MARK: Events of waits

  /// The clock that a wait is measured on has reached its limit.
  static func timeUp(_ wait: SlotKey) {
    perform { $0.timeUp(wait, at: $1.fair) }
  }

  static func cancel(_ wait: SlotKey) {
    perform { $0.cancel(wait, at: $1.fair) }
  }

  private static func perform(_ event: (inout Machine, Moment) -> Action) {
    withLock { $0.perform(event) }.wake()
  }

  /// Checks a wait whose time may be over, or for which it is time to ask what else can run.
  static func expire(_ wait: SlotKey) -> Expiry {
    let (action, now, span) = withLock { state in
      let span = state.machine.wait(wait)?.span
      var instant = Instant.never
      let action = state.perform { machine, now in
        instant = now.fair
        return machine.expire(wait, at: instant)
      }
      return (action, instant, span)
    }
    action.wake()
    guard let nextCheck = action.nextCheck, let span else { return .over }
    let firstCheck = Heartbeat.firstCheck(from: span.started, limit: span.limit)
    // The end of a quiet window may come before that.
    guard firstCheck < now else { return .again(min(nextCheck, firstCheck), beat: nil) }
    let lastBeat = Heartbeat.lastBeat(before: nextCheck)
    return now <= lastBeat
      ? .again(lastBeat, beat: .isOld(span.limit)) : .again(nextCheck, beat: .isNearlyOver(span.limit))
  }

  /// What follows from a check of a wait.
  enum Expiry {
    case over
    /// The wait goes on, to be checked again.
    case again(Instant, beat: Heartbeat.Reason?)
  }

  /// Whether the wait has not ended.
  static func isLive(_ wait: SlotKey) -> Bool { withLock { $0.machine.isLive(wait) } }
}

/// All that the lock of the engine guards: the machine of the process, and the clock that drives it.
struct EngineState {
  var machine = Engine.Machine()
  var clock = FairClock(stallLimit: Timeouts.stallLimit)

  /// One event, now. The waiters that it decides have their permits when this returns; the caller wakes them after
  /// letting go of the lock.
  @inline(__always)
  mutating func perform(_ event: (inout Engine.Machine, Moment) -> Engine.Action) -> Engine.Action {
    let now = tick()
    let action = event(&machine, now)
    for wakeup in action.wakeups { wakeup.waiter.grant(Decision(success: wakeup.success, time: now.real)) }
    return action
  }

  /// One fulfillment, now.
  ///
  /// - `countsSurplus`: Whether one beyond completion counts; otherwise it changes nothing.
  @inline(__always)
  mutating func fulfill(
    _ expectation: SlotKey, at place: FulfillmentPlace, isError: Bool = false, countsSurplus: Bool = true
  ) -> Engine.Action {
    perform { machine, now in
      var place = place
      place.time = now.real
      return machine.fulfill(
        expectation, at: now.fair, place: place, isError: isError, countsSurplus: countsSurplus)
    }
  }

  /// Ends a wait in which no thread or task sleeps.
  mutating func abandon(_ wait: SlotKey) { machine.abandon(wait, at: tick().fair) }

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

extension Action<any Waiter, FulfillmentPlace> {
  /// Wakes the waiters that have been granted their permits. Not under the lock of the engine.
  @inline(__always)
  func wake() {
    for wakeup in wakeups { wakeup.waiter.wake() }
  }
}

extension WaitState<any Waiter, FulfillmentPlace> {
  /// When it began, and how long it may take.
  fileprivate var span: (started: Instant, limit: Nanoseconds) { (started, parameters.deadline.since(started)) }
}
