/// The time of one condition: on the machine's clock, or on another one, with a bound in real time.
struct ConditionTime: Sendable {
  /// How long an evaluation may go on that runs when the time is over: half a second, more on a slow machine. On a busy pool, an evaluation that awaits
  /// something takes long for no fault of its own.
  static let grace = Timeouts(.milliseconds(500)).limit

  let start: Instant
  let deadline: Instant
  private let clock: WaitClock
  private let realStart: Instant
  private let realBound: Instant
  /// What an other clock shows, since the beginning.
  private let elapsedOnClock: (@Sendable () -> Duration)?

  init(_ request: ConditionRequest) {
    clock = request.clock
    let timeouts = request.timeouts
    realStart = MonotonicClock.now()
    elapsedOnClock = request.clock.stopwatch()
    guard let limit = timeouts.limitOnClock else {
      start = realStart
      let length = request.goal == .eventually ? timeouts.limit : timeouts.window
      deadline = realStart.advanced(by: length)
      realBound = deadline
      return
    }
    start = Instant(nanoseconds: 0)
    deadline = start.advanced(by: limit)
    realBound = realStart.advanced(by: timeouts.limit)
  }

  func now() -> Instant {
    elapsedOnClock.map { Instant(nanoseconds: $0().saturatedNanoseconds) } ?? MonotonicClock.now()
  }

  /// How much real time has passed.
  var elapsed: Duration { .nanoseconds(MonotonicClock.now().since(realStart)) }

  /// Whether more real time has passed than the condition may take on whatever clock.
  var isBeyondBound: Bool { elapsedOnClock != nil && MonotonicClock.now() > realBound }

  /// How long an evaluation that begins now may take at most, in real time.
  var patience: Nanoseconds {
    let left = max(0, realBound.since(MonotonicClock.now()))
    return left > .max - Self.grace ? .max : left + Self.grace
  }

  /// A wait that lasts for `pause`, but not longer than until `instant`. On another clock, the pause is still one of real
  /// time: what the condition depends on may happen while that clock stands.
  func request(
    for cores: Few<ExpectationCore>, after pause: Nanoseconds, by instant: Instant, site: CallSite
  ) -> WaitRequest {
    let left = instant.since(now())
    let timeouts =
      elapsedOnClock == nil ? Timeouts(exactly: min(pause, left)) : Timeouts(exactly: pause, onClock: max(0, left))
    return WaitRequest(forAnyOf: cores, timeouts: timeouts, clock: clock, site: site)
  }
}

extension WaitClock {
  /// Measures how much time passes from now on; nil for the machine's clock.
  fileprivate func stopwatch() -> (@Sendable () -> Duration)? {
    switch self {
    case .machine: nil
    case .manual(let clock): Self.stopwatch(clock)
    case .other(let clock): Self.stopwatch(clock)
    }
  }

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
