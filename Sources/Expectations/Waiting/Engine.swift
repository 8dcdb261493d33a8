/// The state machine of the process behind its lock, and the effects of its events.
///
/// Every event goes the same way: take the lock, read the clock, tell the machine, or note what it is to be told; let go;
/// wake and report.
enum Engine {
  typealias Machine = WaitMachine<any Waiter, FulfillmentPlace>
  typealias Effects = Expectations.Effects<any Waiter, FulfillmentPlace>

  /// The success of a wait that a fulfilment has ended.
  struct Success {
    let waiter: any Waiter
    let verdict: Verdict

    @inline(__always)
    func deliver() { waiter.unpark(verdict) }
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

    /// The same for who holds a lock of his own, has somebody to wake first, or sleeps soon: what is spent is left to the
    /// next one.
    @inline(__always)
    func withLockOnly<Result>(_ body: (inout EngineState) -> Result) -> Result { state.withLock(body) }
  }

  /// Looks at a wait whose time may be over. Returns when to look again.
  static func expire(_ wait: SlotKey) -> Instant? {
    let (effects, now, firstLook) = state.withLock { state in
      let now = state.tick()
      let firstLook = state.machine.waits.contains(wait) ? Probes.firstLook(at: state.machine.waits[wait]) : .never
      return (state.machine.expire(wait, at: now), now, firstLook)
    }
    guard let nextLook = effects.nextLook else {
      Probes.noteDeadline(of: wait)
      wake(effects)
      return nil
    }
    wake(effects)
    // The end of a quiet window may come before that.
    guard firstLook < now else { return min(nextLook, firstLook) }
    Probes.send(for: wait)
    return nextLook
  }

  /// Ends a wait because the clock that it is measured on has reached its limit.
  static func timeUp(_ wait: SlotKey) {
    let effects = state.withLock { state in
      let now = state.tick()
      return state.machine.timeUp(wait, at: now)
    }
    wake(effects)
  }

  /// Whether the wait has not ended.
  static func isLive(_ wait: SlotKey) -> Bool {
    state.withLock { $0.machine.waits.contains(wait) }
  }

  /// How a wait stands that has not ended, as if its time were over now.
  static func snapshot(
    of wait: SlotKey, for request: WaitRequest, at now: Instant, _ surroundings: Surroundings
  ) -> WaitEnding? {
    state.withLock { state in
      guard state.machine.waits.contains(wait) else { return nil }
      let live = state.machine.waits[wait]
      return WaitEnding(
        finish: Finish(verdict: Verdict(kind: .timedOut, instant: now), sawSurplus: false, claimed: []),
        started: live.started, ended: now, deadline: live.terms.deadline, surroundings: surroundings,
        states: request.cores.map { $0.state(in: &state) })
    }
  }

  static func cancel(_ wait: SlotKey) {
    let effects = state.withLock { state in
      let now = state.tick()
      return state.machine.cancel(wait, at: now)
    }
    wake(effects)
  }

  static func wake(_ effects: Effects) {
    for wake in effects.wake { wake.waiter.unpark(wake.success) }
  }
}
