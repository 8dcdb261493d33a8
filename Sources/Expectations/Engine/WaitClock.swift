/// The clock that measures the timeout of a wait.
enum WaitClock: Sendable {
  /// The monotonic clock of the computer.
  ///
  /// It also replaces `ContinuousClock` and `SuspendingClock`, because their own sleep depends on the concurrency pool.
  case real
  /// Another clock, stored indirectly: it is rare, and larger than the rest of a request.
  indirect case external(any ExternalClock)

  init(_ clock: (any Clock<Duration>)?) {
    self =
      switch clock {
      case nil, is ContinuousClock, is SuspendingClock: .real
      case let external as any ExternalClock: .external(external)
      case let other?: .external(OtherClock(clock: other))
      }
  }

  /// The clock of a pause that begins now.
  var paused: WaitClock {
    if case .external(let clock) = self { .external(clock.paused) } else { self }
  }

  /// Whether nothing but a controlled time measures the timeout.
  var isControlled: Bool {
    if case .external(let clock as ControlledClock) = self { clock.inner == nil } else { false }
  }

  /// The same clock, beside a controlled time in place of real time.
  func controlled(by time: ControlledTime, pause: Nanoseconds = .max) -> WaitClock {
    guard case .external(let inner) = self else { return .external(ControlledClock(time: time)) }
    return .external(ControlledClock(time: time, inner: inner, pause: pause))
  }

  /// Whether a clock other than the monotonic clock sets the deadline.
  var isOther: Bool {
    if case .real = self { false } else { true }
  }

  /// Starts to measure the time that passes; nil for the monotonic clock.
  func stopwatch() -> (@Sendable () -> Duration)? {
    if case .external(let clock) = self { clock.stopwatch() } else { nil }
  }
}

/// A clock other than the monotonic clock that tells the engine when the time of a wait is up.
protocol ExternalClock: Sendable {
  /// Times a wait, and calls `Engine.timeUp` when its limit has passed. A limit of `.max` means none.
  func startTimer(for wait: SlotKey, limit: Nanoseconds, at site: CallSite) -> ClockTimer

  /// Registers a condition as a sleeper on the clock. Returns code that removes it; nil for a clock without a list of
  /// sleepers.
  func addCondition(limit: Nanoseconds, at site: CallSite) -> (@Sendable () -> Void)?

  /// The clock of a pause that begins now.
  var paused: any ExternalClock { get }

  /// Starts to measure the time that passes.
  func stopwatch() -> @Sendable () -> Duration
}

/// The running timer of a wait on a clock other than the monotonic clock.
struct ClockTimer: Sendable {
  /// How much time has passed on the clock since the timer was created.
  let elapsed: @Sendable () -> Duration
  /// Cancels the timer and removes it from the clock.
  let cancel: @Sendable () -> Void

  /// Starts a timer for a wait; nil when the monotonic clock times the wait.
  static func start(for wait: SlotKey, of request: WaitRequest) -> ClockTimer? {
    guard case .external(let clock) = request.clock else { return nil }
    return clock.startTimer(for: wait, limit: request.timeouts.limitOnClock ?? .max, at: request.site)
  }
}

/// A clock that can time a wait only through its `sleep`.
private struct OtherClock: ExternalClock {
  let clock: any Clock<Duration>

  func startTimer(for wait: SlotKey, limit: Nanoseconds, at site: CallSite) -> ClockTimer {
    Self.startTimer(for: wait, on: clock, limit: limit)
  }

  private static func startTimer(
    for wait: SlotKey, on clock: some Clock<Duration>, limit: Nanoseconds
  ) -> ClockTimer {
    let elapsed = stopwatch(clock)
    // A clock may trap when a deadline lies beyond its last instant.
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
