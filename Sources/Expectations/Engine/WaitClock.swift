/// The clock that the timeout of a wait is measured on.
enum WaitClock: Sendable {
  /// The monotonic clock of the machine. The clocks of the standard library that go with it are meant by it, too: their
  /// own sleep depends on the concurrency pool.
  case machine
  /// In a box of its own: it is rare, and larger than all the rest of a request.
  indirect case external(any ExternalClock)

  init(_ clock: (any Clock<Duration>)?) {
    self =
      switch clock {
      case nil, is ContinuousClock, is SuspendingClock: .machine
      case let external as any ExternalClock: .external(external)
      case let other?: .external(OtherClock(clock: other))
      }
  }

  /// The clock of a pause that begins now.
  var paused: WaitClock {
    if case .external(let clock) = self { .external(clock.paused) } else { self }
  }

  /// Whether the deadline is not one of the machine's clock.
  var isOther: Bool {
    if case .machine = self { false } else { true }
  }

  /// Measures how much time passes from now on; nil for the machine's clock.
  func stopwatch() -> (@Sendable () -> Duration)? {
    if case .external(let clock) = self { clock.stopwatch() } else { nil }
  }
}

/// A clock that is not the machine's, and tells the engine when the time of a wait is up on it.
protocol ExternalClock: Sendable {
  /// Times a wait, and calls `Engine.timeUp` when its limit has passed. A limit of `.max` means none.
  func startTimer(for wait: SlotKey, limit: Nanoseconds, at site: CallSite) -> ClockTimer

  /// Shows a condition as one that sleeps on the clock. Returns what ends that; nil for a clock that shows none.
  func addCondition(limit: Nanoseconds, at site: CallSite) -> (@Sendable () -> Void)?

  /// The clock of a pause that begins now.
  var paused: any ExternalClock { get }

  /// Measures how much time passes from now on.
  func stopwatch() -> @Sendable () -> Duration
}

/// The running timer of a wait on a clock that is not the machine's.
struct ClockTimer: Sendable {
  /// How much time has passed on the clock since the timer was made.
  let elapsed: @Sendable () -> Duration
  /// Leaves nothing behind on the clock.
  let cancel: @Sendable () -> Void

  /// A running timer for a wait; nil when the machine's clock times it.
  static func start(for wait: SlotKey, of request: WaitRequest) -> ClockTimer? {
    guard case .external(let clock) = request.clock else { return nil }
    return clock.startTimer(for: wait, limit: request.timeouts.limitOnClock ?? .max, at: request.site)
  }
}

/// A clock that can only be slept on.
private struct OtherClock: ExternalClock {
  let clock: any Clock<Duration>

  func startTimer(for wait: SlotKey, limit: Nanoseconds, at site: CallSite) -> ClockTimer {
    Self.startTimer(for: wait, on: clock, limit: limit)
  }

  private static func startTimer(
    for wait: SlotKey, on clock: some Clock<Duration>, limit: Nanoseconds
  ) -> ClockTimer {
    let elapsed = stopwatch(clock)
    // A clock may trap at the end of its time.
    guard limit != .max else { return ClockTimer(elapsed: elapsed, cancel: {}) }
    let sleeper = Task {
      try await clock.sleep(for: .nanoseconds(limit))
      Engine.timeUp(wait)
    }
    return ClockTimer(elapsed: elapsed, cancel: { sleeper.cancel() })
  }

  func addCondition(limit: Nanoseconds, at site: CallSite) -> (@Sendable () -> Void)? { nil }

  var paused: any ExternalClock { self }

  func stopwatch() -> @Sendable () -> Duration { Self.stopwatch(clock) }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
