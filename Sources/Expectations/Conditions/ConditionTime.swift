/// The time of one condition, on the fair clock or on another clock with a bound in real time.
struct ConditionTime: Sendable {
  let start: MonotonicInstant
  let deadline: MonotonicInstant
  private let clock: WaitClock
  let began: Moment
  /// The last instant for the condition, on the fair clock.
  private let bound: MonotonicInstant
  /// The time on another clock since the beginning.
  private let elapsedOnClock: (@Sendable () -> Duration)?

  init(_ request: ConditionRequest) {
    clock = request.clock
    let timeouts = request.timeouts
    began = Engine.now
    elapsedOnClock = request.clock.stopwatch()
    guard let limit = timeouts.limitOnClock else {
      start = began.fair
      // A signal must come, so a slow computer gets more time for it.
      let length = request.goal == .eventually || request.signal != nil ? timeouts.limit : timeouts.window
      deadline = start.advanced(by: length)
      bound = deadline
      return
    }
    start = MonotonicInstant(nanoseconds: 0)
    deadline = start.advanced(by: limit)
    bound = began.fair.advanced(by: timeouts.limit)
  }

  func now() -> MonotonicInstant {
    elapsedOnClock.map { MonotonicInstant(nanoseconds: $0().saturatedNanoseconds) } ?? Engine.now.fair
  }

  /// How much time has passed, and how much of it did not count, because not everything could run.
  var elapsed: (real: Duration, uncounted: Duration) {
    let now = Engine.now
    let (real, fair) = (now.real.since(began.real), now.fair.since(began.fair))
    return (.nanoseconds(real), .nanoseconds(max(0, real - fair)))
  }

  /// How much time has passed that counts, and how much is allowed, on the fair clock.
  var used: Nanoseconds { Engine.now.fair.since(began.fair) }
  var allowed: Nanoseconds { bound.since(began.fair) }

  /// How much time has passed on another clock.
  var usedOnClock: Duration? { elapsedOnClock?() }

  /// The stalls of the fair clock in the meantime.
  var stalls: [Stall] { StallLog.stalls(from: began.real, to: MonotonicClock.now()) }

  /// Whether a condition on another clock has taken longer than the bound in real time.
  var isBeyondBound: Bool { elapsedOnClock != nil && Engine.now.fair > bound }

  /// How long an evaluation that begins now may take at most: on the fair clock, or in a controlled time.
  var evaluationLimit: Nanoseconds {
    let left = max(0, clock.isControlled ? deadline.since(now()) : bound.since(Engine.now.fair))
    return left > .max - Timeouts.grace ? .max : left + Timeouts.grace
  }

  /// A wait for a pause that ends no later than `instant`. On another clock, the pause is still in real time: the
  /// values that the condition reads may change while that clock stands still.
  func request(
    for expectations: TinyArray<any AnyExpectation>, after pause: Nanoseconds, by instant: MonotonicInstant,
    site: CallSite
  ) -> WaitRequest {
    // Do this before reading the remaining time: a move of the clock after this line ends the pause.
    let clock = clock.paused
    let left = instant.since(now())
    let timeouts =
      elapsedOnClock == nil ? Timeouts(exactly: min(pause, left)) : Timeouts(exactly: pause, onClock: max(0, left))
    var request = WaitRequest(forAnyOf: expectations, timeouts: timeouts, clock: clock, site: site)
    request.isPause = true
    return request
  }
}
