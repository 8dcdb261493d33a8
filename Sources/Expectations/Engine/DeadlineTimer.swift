import Dispatch
import Foundation

/// Looks at waits when their time is over, from a private serial queue: one timer for all of them.
///
/// The queue depends on no other: Dispatch gives such a queue a thread even when the global queues, the main queue and
/// the concurrency pool are all blocked; and nothing is done on it that can block. The timer is set only when an
/// earlier look comes, and left to run out when no wait is left. A wait that ends soon does not come back here
/// either: its deadline is forgotten when it is met.
///
/// Deadlines are instants of the fair clock, so the timer goes off when they come at the earliest. It is also what
/// that clock goes by: it looks whether the process runs, and sends the beats.
final class DeadlineTimer: Sendable {
  static let shared = DeadlineTimer()

  private struct Schedule {
    /// On the fair clock.
    var deadlines = DeadlineHeap<SlotKey>()
    /// The ends of pauses, on the monotonic clock.
    var pauses = DeadlineHeap<SlotKey>()
    /// When the next beat is due; nil when no wait has lasted long enough.
    var nextBeat: Instant?
    var lastBeat = Instant(nanoseconds: .min)
    /// When the timer will go off; nil when it is idle.
    var setFor: Instant?
    /// How far the fair clock was behind real time at the last look. Meanwhile it can only have fallen behind further.
    var lag: Nanoseconds = 0
    /// Whether the alarm went off while the clock stood still, so that it has to be told when it goes on.
    var awaitsAnswers = false
    /// How many deadlines there may be before it is worthwhile to look for those of waits that have ended.
    private var limit = 64

    mutating func add(_ wait: SlotKey, at deadline: Instant) {
      forgetEndedIfMany()
      deadlines.add(wait, at: deadline)
    }

    mutating func addPause(_ wait: SlotKey, until end: Instant) {
      forgetEndedIfMany()
      pauses.add(wait, at: end)
    }

    private mutating func forgetEndedIfMany() {
      guard deadlines.count + pauses.count >= limit else { return }
      Engine.withLock { state in
        deadlines.removeAll { !state.machine.isLive($0) }
        pauses.removeAll { !state.machine.isLive($0) }
      }
      limit = max(64, 2 * (deadlines.count + pauses.count))
    }

    /// What comes first is of a wait that goes on: no look is in vain.
    mutating func forgetEndedFirst() {
      Engine.withLock { state in
        deadlines.removeFirst { !state.machine.isLive($0) }
        pauses.removeFirst { !state.machine.isLive($0) }
      }
    }

    /// When to look next, in real time, as far as is known.
    func nextCheck(_ clock: FairClock, now: Instant) -> Instant? {
      var deadline = deadlines.earliest.map { $0.advanced(by: lag).next }
      var regular = nextBeat
      if let heldSince = clock.heldSince {
        // When it goes on after a standstill, the alarm is told. Until then it looks how long that takes, also while
        // nothing waits: who waits next begins at what the clock shows.
        if let instant = deadline, now > clock.runsUntil, instant > clock.runsUntil { deadline = nil }
        let isAwaited = deadlines.earliest != nil || nextBeat != nil
        let pause = DeadlineTimer.pause(heldFor: now.since(heldSince))
        regular = isAwaited ? now.advanced(by: pause) : heldSince.advanced(by: clock.stallLimit)
      }
      return [deadline, regular, pauses.earliest?.next].compactMap { $0 }.min()
    }
  }

  /// How long until the next look while the clock is held: a tenth of a second at first, half a second in the end.
  static func pause(heldFor length: Nanoseconds) -> Nanoseconds { min(max(length, 100_000_000), 500_000_000) }

  /// How long a deadline may have to wait for the answers to a beat.
  private static let momentMicroseconds: UInt32 = 300
  /// By when the alarm has done what there is to do when it goes off.
  private static let workingTime: Nanoseconds = 20_000_000

  private let schedule = Locked(Schedule())
  // Unchecked: a Dispatch source is safe from any thread, which its Swift type does not say.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  private init() {
    let queue = DispatchQueue(label: "expectations.deadlines", qos: .userInteractive)
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    // What may take a moment is found out here, and not on the queue.
    _ = Blockage.poolSize
    Engine.observer.start()
    // There is one alarm, and it is never released.
    timer.setEventHandler { [unowned self] in fire() }
    timer.activate()
  }

  /// Has the wait looked at as soon as the fair clock is past `instant`. Once for each wait.
  func set(_ wait: SlotKey, after instant: Instant) {
    guard instant != .never else { return }
    schedule.withLock { schedule in
      schedule.add(wait, at: instant)
      advance(&schedule, to: instant.advanced(by: schedule.lag).next)
    }
  }

  /// Has a pause ended as soon as the monotonic clock is past `instant`. Once for each pause.
  func setPause(_ wait: SlotKey, after instant: Instant) {
    guard instant != .never else { return }
    schedule.withLock { schedule in
      schedule.addPause(wait, until: instant)
      advance(&schedule, to: instant.next)
    }
  }

  /// The fair clock goes on after it stood still: deadlines may have come, and others come later than they seemed to.
  func timeGoesOn() {
    schedule.withLock { schedule in
      guard schedule.awaitsAnswers else { return }
      schedule.awaitsAnswers = false
      advance(&schedule, to: MonotonicClock.now())
    }
  }

  /// How many deadlines and ends of pauses it keeps, also of waits that have ended.
  var count: Int { schedule.withLock { $0.deadlines.count + $0.pauses.count } }

  /// How many deadlines it keeps of waits that go on.
  var liveCount: Int { schedule.withLock { $0.deadlines.sorted }.count { Engine.isLive($0.key) } }

  // MARK: On the queue

  private func fire() {
    let now = look()
    var looksAgain: [(SlotKey, Instant)] = []
    while let wait = schedule.withLock({ $0.deadlines.popDue(before: now.fair) }) {
      switch Engine.expire(wait) {
      case .over: Engine.observer.deadlinePassed(of: wait)
      case .again(let next, let reason):
        looksAgain.append((wait, next))
        if let reason { expectBeats(for: wait, reason) }
      }
    }
    while let pause = schedule.withLock({ $0.pauses.popDue(before: now.real) }) { Engine.timeUp(pause) }
    sendBeatIfDue()
    allowAnswers(toBeatsAfter: now.real)
    rearm(looksAgain)
  }

  /// Most answers come at once, and then the alarm need not be set for a look at what is missing: a moment here costs
  /// a tenth of that.
  private func allowAnswers(toBeatsAfter instant: Instant) {
    guard schedule.withLock({ $0.lastBeat > instant }) else { return }
    usleep(Self.momentMicroseconds)
  }

  /// Looks at both clocks. What waits block themselves, or what has not answered for too long, does not keep one of
  /// them.
  private func look() -> Moment {
    Heartbeat.noteBlockage()
    let (now, stalling) = Engine.withLock { state in
      let real = MonotonicClock.now()
      Self.look(&state, at: real, next: real.advanced(by: Self.workingTime))
      return (state.now(), state.clock.stall(at: real))
    }
    if let stalling {
      Engine.observer.clockStandsStill()
      if stalling.queues.contains(.main) { RunLoopWaiter.askTheOneOnMain() }
    }
    return now
  }

  private static func look(_ state: inout EngineState, at real: Instant, next: Instant) {
    if let stall = state.clock.look(at: real, next: next) { Engine.observer.clockWentOn(after: stall) }
  }

  /// The wait has lasted long enough to ask what else can run.
  private func expectBeats(for wait: SlotKey, _ reason: Heartbeat.Reason) {
    let now = MonotonicClock.now()
    let latency = Engine.withLock { $0.clock.lastLatency }
    let isFresh = schedule.withLock { now.since($0.lastBeat) < Heartbeat.freshness(for: reason, latency: latency) }
    if !isFresh { sendBeat() }
    switch reason {
    case .isOld(let limit), .isNearlyOver(let limit): Engine.observer.waitIsOld(wait, limit: limit, at: now)
    }
  }

  private func sendBeatIfDue() {
    let now = MonotonicClock.now()
    // The wait that it was for may have ended.
    guard Engine.observer.shortestLimit != nil, schedule.withLock({ $0.nextBeat.map { $0 <= now } ?? false }),
      !Engine.withLock({ $0.clock.isHeld })
    else { return }
    sendBeat()
  }

  private func sendBeat() {
    schedule.withLock { $0.lastBeat = MonotonicClock.now() }
    Heartbeat.beat()
  }

  /// Sets the timer for the next look, and promises it to the clock.
  private func rearm(_ looksAgain: [(SlotKey, Instant)]) {
    let limit = Engine.observer.shortestLimit
    // Before the clock is copied: if it stands still at this instant, the answer that lets it go on is told.
    let now = MonotonicClock.now()
    let clock = Engine.withLock { $0.clock }
    schedule.withLock { schedule in
      for (wait, next) in looksAgain where next != .never { schedule.add(wait, at: next) }
      schedule.forgetEndedFirst()
      schedule.lag = clock.uncounted
      // Not as long after the questions but after the answers: otherwise no time would count where those come late.
      let lastBeat = max(schedule.lastBeat, clock.wentOnAt)
      let limit = clock.isFair ? limit : nil
      schedule.nextBeat = limit.map { lastBeat.advanced(by: Heartbeat.pause(limit: $0, latency: clock.lastLatency)) }
      schedule.awaitsAnswers = clock.isHeld
      schedule.setFor = schedule.nextCheck(clock, now: now)
      if let next = schedule.setFor { set(for: next) }
      Engine.withLock { Self.look(&$0, at: MonotonicClock.now(), next: schedule.setFor ?? .never) }
    }
    // The clock may have gone on in between, and found no alarm waiting for that.
    if clock.isHeld, Engine.withLock({ $0.clock.uncounted }) != clock.uncounted { timeGoesOn() }
  }

  // MARK: The timer

  /// Sets the timer, unless it goes off before that anyway. Under the lock: two threads that set it in the wrong
  /// order would lose the earlier look.
  private func advance(_ schedule: inout Schedule, to instant: Instant) {
    guard instant < schedule.setFor ?? .never else { return }
    schedule.setFor = instant
    Engine.withLock { $0.clock.expectCheck(at: instant) }
    set(for: instant)
  }

  private func set(for instant: Instant) {
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(instant.nanoseconds)), leeway: .nanoseconds(0))
  }
}
