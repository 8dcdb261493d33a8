/// The machine of the process behind a lock, and the code that carries out its actions.
///
/// For each event, the engine takes the lock, reads the clock, calls the machine, and grants permits to the waiters of
/// decided waits. After it has released the lock, it wakes those waiters, and the expectation records a problem, if
/// there is one.
enum Engine {
  typealias Machine = Expectations.Machine<any Waiter, FulfillmentPlace>
  typealias Action = Expectations.Action<any Waiter, FulfillmentPlace>

  private static let state = Locked(EngineState())

  /// Runs `body` under the engine's lock.
  @inline(__always)
  static func withLock<Result>(_ body: (inout EngineState) -> Result) -> Result { state.withLock(body) }

  /// Runs `body` under the engine's lock, then releases the waiters that are no longer needed.
  ///
  /// `withLock` leaves them to the next call of this method. Releasing them may run any code: a waiter may hold the
  /// last reference to the run loop of an ended thread, with everything in it. Do not call it while holding another
  /// lock, or when about to wake a waiter.
  @inline(__always)
  static func withLockReleasingWaiters<Result>(_ body: (inout EngineState) -> Result) -> Result {
    let (result, ended) = state.withLock { (body(&$0), $0.machine.takeEndedWaiters()) }
    withExtendedLifetime(ended) {}
    return result
  }

  /// The readings of both clocks.
  static var now: Moment { withLock { $0.now() } }

  // MARK: Events of waits

  /// Decides a wait whose own clock has reached the limit.
  static func timeUp(_ wait: SlotKey) {
    perform { $0.timeUp(wait, at: $1.fair) }
  }

  static func cancel(_ wait: SlotKey) {
    perform { $0.cancel(wait, at: $1.fair) }
  }

  private static func perform(_ event: (inout Machine, Moment) -> Action) {
    withLock { $0.perform(event) }.wake()
  }

  /// Checks a wait whose time may be over, or that has lasted long enough to find out what else can run.
  static func expire(_ wait: SlotKey) -> Expiry {
    let (action, now, span) = withLock { state in
      let span = state.machine.wait(wait)?.span
      var instant = MonotonicInstant.never
      let action = state.perform { machine, now in
        instant = now.fair
        return machine.expire(wait, at: instant)
      }
      return (action, instant, span)
    }
    action.wake()
    guard let nextCheck = action.nextCheck, let span else { return .over }
    let firstCheck = Heartbeat.firstCheck(from: span.started, limit: span.limit)
    // The end of a window may come before the first check.
    guard firstCheck < now else { return .again(min(nextCheck, firstCheck), beat: nil) }
    let lastBeat = Heartbeat.lastBeat(before: nextCheck)
    return now <= lastBeat
      ? .again(lastBeat, beat: .isOld(span.limit)) : .again(nextCheck, beat: .isNearlyOver(span.limit))
  }

  /// Whether a check would now decide that the wait has timed out, and its caller does not expect that.
  static func isAboutToTimeOut(_ wait: SlotKey, at now: MonotonicInstant) -> Bool {
    withLock { state in
      guard let wait = state.machine.wait(wait), wait.verdict == nil else { return false }
      let parameters = wait.parameters
      guard !parameters.isTimeoutExpected, !parameters.usesExternalClock else { return false }
      return wait.verdictAtDeadline(at: now) == .timedOut
    }
  }

  /// The result of a check of a wait.
  enum Expiry {
    case over
    /// The wait continues and needs another check.
    case again(MonotonicInstant, beat: Heartbeat.Reason?)
  }

  /// Whether the wait is live.
  static func isLive(_ wait: SlotKey) -> Bool { withLock { $0.machine.isLive(wait) } }
}

/// Everything that the engine's lock guards: the machine of the process, and the fair clock.
struct EngineState {
  var machine = Engine.Machine()
  var clock = FairClock(stallLimit: Timeouts.stallLimit)

  /// Performs one event now.
  ///
  /// When this returns, the waiters of the decided waits have their permits. The caller releases the lock, then wakes
  /// them.
  @inline(__always)
  mutating func perform(_ event: (inout Engine.Machine, Moment) -> Engine.Action) -> Engine.Action {
    let now = tick()
    let action = event(&machine, now)
    for wakeup in action.wakeups { wakeup.waiter.grant(Decision(success: wakeup.success, time: now.real)) }
    return action
  }

  /// Fulfills an expectation once, now.
  ///
  /// - `countsSurplus`: Whether a fulfillment beyond completion counts. If not, it changes nothing.
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

  /// Returns the instant of the current event.
  mutating func tick() -> Moment {
    let real = MonotonicClock.now()
    return Moment(fair: clock.tick(at: real), real: real)
  }

  /// Returns both readings without recording an event.
  mutating func now() -> Moment {
    let real = MonotonicClock.now()
    return Moment(fair: clock.instant(at: real), real: real)
  }
}

extension Action<any Waiter, FulfillmentPlace> {
  /// Wakes the waiters that have their permits. Do not call it under the engine's lock.
  @inline(__always)
  func wake() {
    for wakeup in wakeups { wakeup.waiter.wake() }
  }
}

extension WaitState<any Waiter, FulfillmentPlace> {
  /// When the wait began, and how long it may take.
  fileprivate var span: (started: MonotonicInstant, limit: Nanoseconds) {
    (started, parameters.deadline.since(started))
  }
}
