/// The time of one condition, on the fair clock or on another clock with a bound in real time.
///
/// While its evaluation, or its pause if it blocks, keeps a queue from running, its own time passes all the same.
struct ConditionTime: Sendable {
  let start: MonotonicInstant
  let deadline: MonotonicInstant
  private let clock: WaitClock
  let began: Moment
  /// The last instant for the condition, on the fair clock.
  private let bound: MonotonicInstant
  /// The time on another clock since the beginning.
  private let elapsedOnClock: (@Sendable () -> Duration)?
  private let test: ObjectIdentifier
  /// The queue whose thread an evaluation occupies, and whether the condition occupies it between two evaluations, too.
  private let queue: QueueSet
  private let blocks: Bool
  /// The queue whose thread the condition occupies now, and how much time had passed for such waits when that began.
  private var occupiedQueue: QueueSet
  private var ownTimeBefore: Nanoseconds
  /// How much time of its own had passed until then.
  private var ownTime: Nanoseconds = 0

  /// - Parameters:
  ///   - test: The test of the condition.
  ///   - context: Where the evaluations run.
  ///   - blocks: Whether the caller's thread stays there between two evaluations.
  init(_ request: ConditionRequest, in test: ObjectIdentifier, on context: CallingContext, blocks: Bool) {
    clock = request.clock
    let timeouts = request.timeouts
    self.test = test
    queue = Blockage.queue(occupiedIn: context)
    self.blocks = blocks
    occupiedQueue = queue
    (began, ownTimeBefore) = Engine.now(blocking: queue, in: test)
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
    elapsedOnClock.map { MonotonicInstant(nanoseconds: $0().saturatedNanoseconds) } ?? moment.fair
  }

  /// The real instant, and that on the fair clock with the condition's own time.
  private var moment: Moment {
    var (now, passed) = Engine.now(blocking: occupiedQueue, in: test)
    now.fair = now.fair.advanced(by: ownTime + passed - ownTimeBefore)
    return now
  }

  /// Notes that an evaluation begins.
  mutating func resume() { occupy(queue) }

  /// Notes that an evaluation has ended.
  mutating func pause() {
    if !blocks { occupy([]) }
  }

  private mutating func occupy(_ queue: QueueSet) {
    guard queue != occupiedQueue else { return }
    ownTime += Engine.now(blocking: occupiedQueue, in: test).ownTime - ownTimeBefore
    occupiedQueue = queue
    ownTimeBefore = Engine.now(blocking: queue, in: test).ownTime
  }

  /// How much time has passed, and how much of it did not count, because not everything could run.
  var elapsed: (real: Duration, uncounted: Duration) {
    let now = moment
    let (real, fair) = (now.real.since(began.real), now.fair.since(began.fair))
    return (.nanoseconds(real), .nanoseconds(max(0, real - fair)))
  }

  /// How much time has passed that counts, and how much is allowed, on the fair clock.
  var used: Nanoseconds { moment.fair.since(began.fair) }
  var allowed: Nanoseconds { bound.since(began.fair) }

  /// How much time has passed on another clock.
  var usedOnClock: Duration? { elapsedOnClock?() }

  /// The stalls of the fair clock in the meantime.
  var stalls: [Stall] { StallLog.stalls(from: began.real, to: MonotonicClock.now()) }

  /// Whether a condition on another clock has taken longer than the bound in real time.
  var isBeyondBound: Bool { elapsedOnClock != nil && moment.fair > bound }

  /// How long an evaluation that begins now may take at most: on the fair clock, or in a controlled time.
  var evaluationLimit: Nanoseconds {
    let left = max(0, clock.isControlled ? deadline.since(now()) : bound.since(moment.fair))
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
    return WaitRequest(forAnyOf: expectations, isPause: true, timeouts: timeouts, clock: clock, site: site)
  }
}

/// A condition as one sleeper on the external clock that measures it, from its beginning to its end, even during an
/// evaluation. Its pauses do not count as sleepers.
struct ConditionSleeper {
  private let removeFromClock: @Sendable () -> Void

  init?(of request: ConditionRequest) {
    guard case .external(let clock) = request.clock, let limit = request.timeouts.limitOnClock,
      let removeFromClock = clock.addCondition(limit: limit, at: request.site)
    else { return nil }
    self.removeFromClock = removeFromClock
  }

  func remove() { removeFromClock() }
}

/// Decides which evaluations of a condition observe the values that they read.
///
/// An observation cannot be withdrawn: it stays until a value changes, and costs memory, and time when the change
/// comes. Therefore, observations become rarer while nothing changes: the first evaluation observes, then the 20th, the
/// 400th, and so on. One observation is not enough, because the values that the first evaluation read may depend on a
/// change under way at that time. After a change, the next evaluation does not observe, because it may be the last.
struct ObservationSchedule: Hashable, Sendable {
  private var evaluations: Int
  private var next = 1
  private var isObserving = false

  /// Begins before the first evaluation, which observes.
  init() { self.init(evaluations: 1) }

  private init(evaluations: Int) { self.evaluations = evaluations }

  /// Returns whether the current evaluation should observe.
  mutating func shouldObserve() -> Bool {
    defer { evaluations += 1 }
    guard evaluations == next else { return false }
    next = next > .max / 20 ? .max : next * 20
    return true
  }

  /// Notes that an observation exists. Returns whether there was none before.
  mutating func begin() -> Bool {
    defer { isObserving = true }
    return !isObserving
  }

  /// Notes that a change was announced, which ends the observation.
  mutating func end() {
    self = ObservationSchedule(evaluations: 0)
  }
}
