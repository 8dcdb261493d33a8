/// The state machine of the process behind its lock, and the effects of its events.
///
/// Every event goes the same way: take the lock, read the clock, tell the machine; let go; wake and report.
enum Engine {
  typealias Machine = WaitMachine<any Waiter, FulfillmentPlace>
  typealias Effects = Expectations.Effects<any Waiter, FulfillmentPlace>

  struct State {
    private var told = Machine()
    /// The fulfilments that have pulled a trigger. Nobody gets at the machine before it has been told of them.
    private var untold: [Untold] = []
    private var last = Instant(nanoseconds: .min)

    var machine: Machine {
      mutating _read {
        if !untold.isEmpty { catchUp() }
        yield told
      }
      _modify {
        if !untold.isEmpty { catchUp() }
        yield &told
      }
    }

    /// One fulfilment, now. Where it is certain that it ends a wait and does nothing else, that is returned, and the machine
    /// is told later; otherwise the machine says what it leads to.
    ///
    /// - `isSurplusWanted`: Whether it counts when the expectation is complete.
    @inline(__always)
    mutating func fulfill(
      _ expectation: SlotKey, at place: consuming FulfillmentPlace, isError: Bool = false, isSurplusWanted: Bool = true,
      _ effects: inout Effects
    ) -> Success? {
      let now = tick()
      if !isError, let trigger = told.pull(expectation, at: now) {
        untold.append(Untold(expectation: expectation, instant: now, place: place))
        return Success(waiter: trigger.waiter, verdict: Verdict(kind: trigger.kind, instant: now))
      }
      guard isSurplusWanted || !machine.isComplete(expectation) else { return nil }
      effects = machine.fulfill(expectation, at: now, place: place, isError: isError)
      return nil
    }

    private mutating func catchUp() {
      for fulfillment in untold {
        // The waiter that this returns has been woken.
        _ = told.fulfill(fulfillment.expectation, at: fulfillment.instant, place: fulfillment.place)
      }
      untold.removeAll(keepingCapacity: true)
    }

    /// The instant of the event at hand: the clock's, but later than that of every event before it.
    mutating func tick() -> Instant {
      last = max(MonotonicClock.now(), last.next)
      return last
    }

    /// About the instant of something that is no event: not before the last event, and not after the next.
    func instant(near recent: Instant) -> Instant { max(recent, last) }
  }

  /// The success of a wait that a fulfilment has ended.
  struct Success {
    var waiter: any Waiter
    var verdict: Verdict
  }

  /// A fulfilment that the machine has not been told of.
  private struct Untold {
    var expectation: SlotKey
    var instant: Instant
    var place: FulfillmentPlace
  }

  static let state = Locked(State())

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
        states: request.cores.map { state.machine.expectations[$0.key] })
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
