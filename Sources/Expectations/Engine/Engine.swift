/// The machine of the process behind a lock, and the code that carries out its actions.
///
/// For each event, the engine takes the lock, reads the clock, calls the machine, and grants permits to the waiters of
/// decided waits. After it has released the lock, it wakes those waiters, and the expectation records a problem, if
/// there is one.
enum Engine {
  private static let state = Locked(EngineState())

  /// Runs `body` under the engine's lock.
  ///
  /// `body` must not release a waiter, which may run any code: a waiter may hold the last reference to the run loop of
  /// an ended thread, with everything in it. The action of an event keeps the waiters of the waits that the event
  /// ended.
  @inline(__always)
  static func withLock<Result>(_ body: (inout EngineState) -> Result) -> Result { state.withLock(body) }

  /// The readings of both clocks.
  static var now: Moment { withLock { $0.now() } }

  /// The readings of both clocks, and how much time has passed only for waits that block this queue, or are in this
  /// test.
  static func now(blocking queue: QueueSet, in test: ObjectIdentifier? = nil) -> (now: Moment, ownTime: Nanoseconds) {
    withLock { state in
      state.advanceOwnTime()
      return (state.now(), state.ownTime.passed.time(queue, in: test))
    }
  }

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

  /// Ends a wait in which no thread or task sleeps. It may have ended already.
  static func abandon(_ wait: SlotKey) {
    let action = withLock { state in
      let now = state.tick().fair
      return state.machine.abandon(wait, at: now)
    }
    withExtendedLifetime(action) {}
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

  /// Returns the real time that has not counted for the wait, if a check would now decide that it has timed out and its
  /// caller does not expect that; otherwise nil.
  static func uncountedOnTimeout(of wait: SlotKey, at now: Moment) -> Nanoseconds? {
    withLock { state in
      guard let wait = state.machine.wait(wait), wait.verdict == nil else { return nil }
      let parameters = wait.parameters
      guard !parameters.isTimeoutExpected, !parameters.usesExternalClock,
        wait.verdictAtDeadline(at: now.fair) == .timedOut
      else { return nil }
      return max(0, now.real.since(parameters.place.time) - now.fair.since(wait.started))
    }
  }

  /// The result of a check of a wait.
  enum Expiry {
    case over
    /// The wait continues and needs another check.
    case again(MonotonicInstant, beat: Heartbeat.Reason?)
  }

  /// Whether the wait goes on: it is live, and nothing has decided it.
  static func isUndecided(_ wait: SlotKey) -> Bool {
    withLock { state in
      guard let wait = state.machine.wait(wait) else { return false }
      return wait.verdict == nil
    }
  }

  /// Whether the wait is live.
  static func isLive(_ wait: SlotKey) -> Bool { withLock { $0.machine.isLive(wait) } }
}

/// Everything that the engine's lock guards: the machine of the process, and its clocks.
struct EngineState {
  var machine = Machine()
  var clock = FairClock(stallLimit: FairClock.usualStallLimit)
  private(set) var ownTime = OwnTime()

  /// Performs one event now.
  ///
  /// When this returns, the waiters of the decided waits have their permits. The caller releases the lock, then wakes
  /// them.
  @inline(__always)
  mutating func perform(_ event: (inout Machine, Moment) -> Action) -> Action {
    let now = tick()
    let action = event(&machine, now)
    action.grant(at: now.real)
    return action
  }

  /// Fulfills an expectation once, now.
  ///
  /// - `countsSurplus`: Whether a fulfillment beyond completion counts. If not, it changes nothing.
  @inline(__always)
  mutating func fulfill(
    _ expectation: SlotKey, at place: FulfillmentPlace, isError: Bool = false, countsSurplus: Bool = true
  ) -> Action {
    perform { machine, now in
      var place = place
      place.time = now.real
      return machine.fulfill(
        expectation, at: now.fair, place: place, isError: isError, countsSurplus: countsSurplus)
    }
  }

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

// MARK: The clocks

extension EngineState {
  /// Notes that the deadline timer will check the clocks at `real`.
  mutating func expectCheck(at real: MonotonicInstant) {
    clock.expectCheck(at: real)
    ownTime.expectCheck(at: real)
  }

  /// Checks the clocks for the deadline timer, which will check them again at `next`. Returns a stall that has ended.
  mutating func check(at real: MonotonicInstant, next: MonotonicInstant) -> Stall? {
    advanceOwnTime(at: real)
    ownTime.check(at: real, next: next)
    return clock.check(at: real, next: next)
  }

  /// Begins a beat right after a check. Returns the queues to probe.
  mutating func beat(at real: MonotonicInstant) -> QueueSet {
    advanceOwnTime(at: real)
    ownTime.beat(at: real)
    return clock.beat(at: real)
  }

  /// Handles the answer of a queue. Returns the stall that the answer ended, if any.
  mutating func answer(_ queue: QueueSet, at real: MonotonicInstant) -> Stall? {
    advanceOwnTime(at: real)
    ownTime.answer(queue, at: real)
    return clock.answer(queue, at: real)
  }

  /// Notes which queues waits of this library block, or the work of a test.
  mutating func noteBlocked(_ queues: QueueSet, by holder: ObjectIdentifier?, at real: MonotonicInstant) {
    guard clock.isFair else { return }
    advanceOwnTime(at: real)
    ownTime.noteBlocked(queues, by: holder, beside: clock, at: real)
  }

  /// Notes that a wait on the main thread blocks the main queue until that queue answers.
  mutating func noteMainIsBlocked(at real: MonotonicInstant) {
    guard clock.isFair else { return }
    advanceOwnTime(at: real)
    ownTime.noteMainIsBlocked(beside: clock, at: real)
  }

  /// Lets the time pass for waits with time of their own.
  mutating func advanceOwnTime(at real: @autoclosure () -> MonotonicInstant = MonotonicClock.now()) {
    guard ownTime.isRunning else { return }
    let passed = ownTime.advance(beside: &clock, at: real())
    if passed != OwnTime.Passed() { machine.bringForward(by: passed) }
  }

  /// The waits whose own time passes, although the fair clock may stand still.
  var waitsOnOwnTime: [SlotKey] {
    mutating get { ownTime.isRunning ? machine.waits(occupying: ownTime.blocked, orOf: ownTime.holder) : [] }
  }

  /// The waits that keep a queue from running. Of several on one thread, that is the innermost.
  var blockingWaits: [BlockingWait] {
    mutating get {
      waitsOnOwnTime.compactMap { key in
        guard let wait = machine.wait(key), !wait.parameters.occupiedQueue.isDisjoint(with: ownTime.blocked),
          wait.inner == nil, let site = wait.parameters.place.site
        else { return nil }
        return BlockingWait(queue: wait.parameters.occupiedQueue, line: "\(site)")
      }
    }
  }

  /// Whether no time passes, not even for waits that block a queue.
  var standsStill: Bool { ownTime.isRunning ? ownTime.awaitsAnswers : clock.awaitsAnswers }
}

extension Action {
  // Most fulfillments wake no waiter, and in a debug build even an empty loop takes long.

  fileprivate func grant(at time: MonotonicInstant) {
    guard !wakeups.isEmpty else { return }
    for wakeup in wakeups { wakeup.waiter.object.grant(Decision(success: wakeup.success, time: time)) }
  }

  /// Wakes the waiters that have their permits. Do not call it under the engine's lock.
  @inline(__always)
  func wake() {
    guard !wakeups.isEmpty else { return }
    for wakeup in wakeups { wakeup.waiter.object.wake() }
  }
}

extension WaitState {
  /// When the wait began, and how long it may take.
  fileprivate var span: (started: MonotonicInstant, limit: Nanoseconds) {
    (started, parameters.deadline.since(started))
  }
}
