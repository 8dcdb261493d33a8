/// The state machine of the process behind its lock, and the effects of its events.
///
/// Every event goes the same way: take the lock, read the clock, tell the machine; let go; wake and report.
enum Engine {
  typealias Machine = WaitMachine<any Waiter, FulfillmentPlace>

  struct State {
    var machine = Machine()
    private var last = Instant(nanoseconds: .min)

    /// The instant of the event at hand: the clock's, but later than that of every event before it.
    mutating func tick() -> Instant {
      last = max(MonotonicClock.now(), last.next)
      return last
    }
  }

  static let state = Locked(State())

  /// Looks at a wait whose time may be over. Returns when to look again.
  static func expire(_ wait: SlotKey) -> Instant? {
    let effects = state.withLock { state in
      let now = state.tick()
      return state.machine.expire(wait, at: now)
    }
    wake(effects)
    return effects.nextLook
  }

  /// Ends a wait because the clock that it is measured on has reached its limit.
  static func timeUp(_ wait: SlotKey) {
    let effects = state.withLock { state in
      let now = state.tick()
      return state.machine.timeUp(wait, at: now)
    }
    wake(effects)
  }

  static func cancel(_ wait: SlotKey) {
    let effects = state.withLock { state in
      let now = state.tick()
      return state.machine.cancel(wait, at: now)
    }
    wake(effects)
  }

  static func wake(_ effects: Effects<any Waiter, FulfillmentPlace>) {
    for wake in effects.wake { wake.waiter.unpark(wake.success) }
  }
}
