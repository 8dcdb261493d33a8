/// The clock that the timeout of a wait is measured on.
enum WaitClock: Sendable {
  /// The monotonic clock of the machine. The clocks of the standard library that go with it are meant by it, too: their
  /// own sleep depends on the concurrency pool.
  case machine
  case manual(ManualClock)
  /// The same for the pause of a condition that has seen the clock show an instant: when it has been moved since, the pause
  /// is over.
  indirect case paused(ManualClock, at: Instant)
  /// In a box of its own: it is rare, and larger than all the rest of a request.
  indirect case other(any Clock<Duration>)

  init(_ clock: (any Clock<Duration>)?) {
    guard let clock else {
      self = .machine
      return
    }
    switch clock {
    case is ContinuousClock, is SuspendingClock: self = .machine
    case let manual as ManualClock: self = .manual(manual)
    default: self = .other(clock)
    }
  }

  /// The clock of a pause that begins now.
  var paused: WaitClock {
    if case .manual(let clock) = self { .paused(clock, at: clock.shown) } else { self }
  }

  /// Whether the deadline is not one of the machine's clock.
  var isOther: Bool {
    if case .machine = self { false } else { true }
  }
}

/// Tells the engine when the time of a wait is up on a clock that is not the machine's.
final class ClockTimer: Sendable {
  /// How much time has passed on the clock since the timer was made.
  let elapsed: @Sendable () -> Duration
  /// Leaves nothing behind on the clock.
  let cancel: @Sendable () -> Void

  /// A running timer for a wait; nil when the machine's clock times it.
  static func start(for wait: SlotKey, of request: WaitRequest) -> ClockTimer? {
    let limit = request.timeouts.limitOnClock ?? .max
    switch request.clock {
    case .machine: return nil
    case .manual(let clock): return ClockTimer(.wait(wait, request.site), on: clock, limit: limit)
    case .paused(let clock, let instant):
      let timer = ClockTimer(.pause(wait), on: clock, limit: limit)
      if clock.shown > instant { Engine.timeUp(wait) }
      return timer
    case .other(let clock): return ClockTimer(for: wait, on: clock, limit: limit)
    }
  }

  private init(_ sleeper: ManualClock.Sleeper, on clock: ManualClock, limit: Nanoseconds) {
    let start = clock.now
    let number = clock.enlist(sleeper, for: limit)
    elapsed = { start.duration(to: clock.now) }
    cancel = { clock.dismiss(number) }
  }

  private init(for wait: SlotKey, on clock: some Clock<Duration>, limit: Nanoseconds) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    // `.max` means no limit, and a clock may trap at the end of its time.
    guard limit != .max else {
      cancel = {}
      return
    }
    let sleeper = Task {
      try await clock.sleep(for: .nanoseconds(limit))
      Engine.timeUp(wait)
    }
    cancel = { sleeper.cancel() }
  }
}
