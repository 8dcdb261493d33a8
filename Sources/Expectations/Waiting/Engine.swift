/// The state machine of the process behind its lock, and the effects of its events.
///
/// Every event goes the same way: take the lock, read the clock, tell the machine, or note what it is to be told; let
/// go; wake and report.
enum Engine {
  typealias Machine = WaitMachine<any Waiter, FulfillmentPlace>
  typealias Effects = Expectations.Effects<any Waiter, FulfillmentPlace>

  /// The success of a wait that a fulfillment has ended.
  struct Success {
    let waiter: any Waiter
    let verdict: Verdict
    /// When, in real time.
    let time: Instant

    @inline(__always)
    func deliver() { waiter.unpark(Decision(success: verdict, time: time)) }
  }

  /// What an event leads to, and when it happened in real time.
  struct TimedEffects {
    var effects: Effects
    var time: Instant

    var notice: Notice<FulfillmentPlace>? { effects.notice }

    func wake() {
      for wake in effects.wake { wake.waiter.unpark(Decision(success: wake.success, time: time)) }
    }
  }

  static let state = Guarded()

  /// The state behind its lock.
  struct Guarded: Sendable {
    private let state = Locked(EngineState())

    @inline(__always)
    func withLock<Result>(_ body: (inout EngineState) -> Result) -> Result {
      let (result, spent) = state.withLock { (body(&$0), $0.takeSpent()) }
      // A waiter may hold what belongs to others: the run loop of a thread that has ended, with all that is in it.
      withExtendedLifetime(spent) {}
      return result
    }

    /// The same for who holds a lock of his own, has somebody to wake first, or sleeps soon: what is spent is left to
    /// the next one.
    @inline(__always)
    func withLockOnly<Result>(_ body: (inout EngineState) -> Result) -> Result { state.withLock(body) }
  }

  /// What both clocks show.
  static var now: Moment { state.withLockOnly { $0.now() } }

  /// Looks at a wait whose time may be over, or for which it is time to ask what else can run.
  static func expire(_ wait: SlotKey) -> Expiry {
    let (outcome, now, firstLook, limit) = state.withLock { state in
      let now = state.tick()
      let span = state.machine.waits.contains(wait) ? state.machine.waits[wait].span : nil
      let firstLook = span.map { Heartbeat.firstLook(from: $0.started, limit: $0.limit) } ?? .never
      let effects = state.machine.expire(wait, at: now.fair)
      return (TimedEffects(effects: effects, time: now.real), now.fair, firstLook, span?.limit ?? 0)
    }
    outcome.wake()
    guard let nextLook = outcome.effects.nextLook else { return .over }
    // The end of a quiet window may come before that.
    guard firstLook < now else { return .again(min(nextLook, firstLook), beat: nil) }
    let lastBeat = Heartbeat.lastBeat(before: nextLook)
    return now <= lastBeat ? .again(lastBeat, beat: .isOld(limit)) : .again(nextLook, beat: .isNearlyOver(limit))
  }

  /// What follows from a look at a wait.
  enum Expiry {
    case over
    /// The wait goes on, to be looked at again.
    case again(Instant, beat: Heartbeat.Reason?)
  }

  /// Ends a wait because the clock that it is measured on has reached its limit.
  static func timeUp(_ wait: SlotKey) {
    tell { $0.timeUp(wait, at: $1) }
  }

  /// Whether the wait has not ended.
  static func isLive(_ wait: SlotKey) -> Bool {
    state.withLock { $0.machine.waits.contains(wait) }
  }

  /// How a wait stands that has not ended, as if its time were over now.
  static func snapshot(of wait: SlotKey, for request: WaitRequest, _ surroundings: Surroundings) -> WaitEnding? {
    state.withLock { state in
      guard state.machine.waits.contains(wait) else { return nil }
      let live = state.machine.waits[wait]
      let now = state.now()
      return WaitEnding(
        finish: Finish(verdict: Verdict(kind: .timedOut, instant: now.fair), sawSurplus: false, claimed: []),
        started: Moment(fair: live.started, real: live.terms.place.time), decided: now.real, ended: now.real,
        deadline: live.terms.deadline, surroundings: surroundings, states: request.cores.map { $0.state(in: &state) })
    }
  }

  static func cancel(_ wait: SlotKey) {
    tell { $0.cancel(wait, at: $1) }
  }

  private static func tell(_ event: (inout Machine, Instant) -> Effects) {
    let effects = state.withLock { state in
      let now = state.tick()
      return TimedEffects(effects: event(&state.machine, now.fair), time: now.real)
    }
    effects.wake()
  }
}

extension WaitState<any Waiter, FulfillmentPlace> {
  /// When it began, and how long it may take.
  fileprivate var span: (started: Instant, limit: Nanoseconds) { (started, terms.deadline.since(started)) }
}
