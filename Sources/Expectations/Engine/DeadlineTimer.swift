import Dispatch
import Foundation

/// The alarm: it checks waits when their time is over, with one timer on a private serial queue.
///
/// The queue depends on no other queue. Dispatch gives it a thread even when the global queues, the main queue and the
/// concurrency pool are all blocked, and no code on it may block. The timer is set only for an earlier look, and is
/// left to fire when no wait remains. A wait that ends soon does not call the alarm, either: the alarm drops its
/// deadline when it gets there.
///
/// Deadlines are instants of the fair clock, so the timer fires at the earliest instant at which they can come. The
/// fair clock also depends on this timer, which checks whether the process runs, and sends the beats.
final class DeadlineTimer: Sendable {
  static let shared = DeadlineTimer()

  private struct Schedule {
    /// The deadlines of waits, on the fair clock.
    var deadlines = DeadlineHeap<SlotKey>()
    /// The ends of pauses, on the monotonic clock.
    var pauses = DeadlineHeap<SlotKey>()
    /// When the next beat is due; nil when no wait has lasted long enough.
    var nextBeat: MonotonicInstant?
    var lastBeat = MonotonicInstant(nanoseconds: .min)
    /// When the timer will fire; nil when it is idle.
    var setFor: MonotonicInstant?
    /// How far the fair clock was behind real time at the last look. Since then, it can only have fallen further
    /// behind.
    var lag: Nanoseconds = 0
    /// Whether the alarm looked while the fair clock was held, and needs a call when the clock resumes.
    var awaitsAnswers = false
    /// How many deadlines the alarm keeps before it removes those of ended waits.
    private var limit = 64

    mutating func add(_ wait: SlotKey, at deadline: MonotonicInstant) {
      forgetEndedIfMany()
      deadlines.add(wait, at: deadline)
    }

    mutating func addPause(_ wait: SlotKey, until end: MonotonicInstant) {
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

    /// Removes ended waits from the front, so that every look is for a live wait.
    mutating func forgetEndedFirst() {
      Engine.withLock { state in
        deadlines.removeFirst { !state.machine.isLive($0) }
        pauses.removeFirst { !state.machine.isLive($0) }
      }
    }

    /// Returns when to look next, in real time, as far as is known.
    func nextCheck(_ clock: FairClock, now: MonotonicInstant) -> MonotonicInstant? {
      var deadline = deadlines.earliest.map { $0.advanced(by: lag).next }
      var regular = nextBeat
      if let heldSince = clock.heldSince {
        // When the clock resumes after a standstill, the alarm gets a call. Until then, it checks the length of the
        // standstill, even without waits, because the next wait begins at the clock's reading.
        if let instant = deadline, now > clock.runsUntil, instant > clock.runsUntil { deadline = nil }
        let isAwaited = deadlines.earliest != nil || nextBeat != nil
        let pause = DeadlineTimer.pause(heldFor: now.since(heldSince))
        regular = isAwaited ? now.advanced(by: pause) : heldSince.advanced(by: clock.stallLimit)
      }
      return [deadline, regular, pauses.earliest?.next].compactMap { $0 }.min()
    }
  }

  /// How long until the next look while the clock is held: a tenth of a second at first, at most half a second.
  static func pause(heldFor length: Nanoseconds) -> Nanoseconds { min(max(length, 100_000_000), 500_000_000) }

  /// How long a look may delay deadlines to receive the answers to a beat, in microseconds.
  private static let momentMicroseconds: UInt32 = 300
  /// How long the alarm may take for its work when the timer fires.
  private static let workingTime: Nanoseconds = 20_000_000

  private let schedule = Locked(Schedule())
  // Unchecked: a Dispatch source is safe to use from any thread, but its Swift type does not say so.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  private init() {
    let queue = DispatchQueue(label: "expectations.deadlines", qos: .userInteractive)
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    // Do slow lookups here, not on the queue.
    _ = Blockage.poolSize
    Engine.observer.start()
    // The process has one alarm and never releases it.
    timer.setEventHandler { [unowned self] in fire() }
    timer.activate()
  }

  /// Schedules a check of the wait as soon as the fair clock is past `instant`. Call it once for each wait.
  func set(_ wait: SlotKey, after instant: MonotonicInstant) {
    guard instant != .never else { return }
    schedule.withLock { schedule in
      schedule.add(wait, at: instant)
      advance(&schedule, to: instant.advanced(by: schedule.lag).next)
    }
  }

  /// Schedules the end of a pause as soon as the monotonic clock is past `instant`. Call it once for each pause.
  func setPause(_ wait: SlotKey, after instant: MonotonicInstant) {
    guard instant != .never else { return }
    schedule.withLock { schedule in
      schedule.addPause(wait, until: instant)
      advance(&schedule, to: instant.next)
    }
  }

  /// Handles the end of a standstill of the fair clock: deadlines may have come, and others come later than expected.
  func timeGoesOn() {
    schedule.withLock { schedule in
      guard schedule.awaitsAnswers else { return }
      schedule.awaitsAnswers = false
      advance(&schedule, to: MonotonicClock.now())
    }
  }

  /// How many deadlines and ends of pauses the alarm keeps, including those of ended waits.
  var count: Int { schedule.withLock { $0.deadlines.count + $0.pauses.count } }

  /// How many deadlines of live waits the alarm keeps.
  var liveCount: Int { schedule.withLock { $0.deadlines.sorted }.count { Engine.isLive($0.key) } }

  // MARK: On the queue

  private func fire() {
    let now = look()
    var looksAgain: [(SlotKey, MonotonicInstant)] = []
    while let wait = schedule.withLock({ $0.deadlines.popDue(before: now.fair) }) {
      guard mayTimeOut(wait, at: now.fair) else {
        looksAgain.append((wait, now.fair.advanced(by: Self.inspectionTime)))
        continue
      }
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

  /// How long the end of a wait whose time is up may be delayed to find the reason: 150 ms.
  static let inspectionTime: Nanoseconds = 150_000_000

  /// Whether a wait may end if its time is up. If not, it ends as soon as the observer has found the reason.
  private func mayTimeOut(_ wait: SlotKey, at now: MonotonicInstant) -> Bool {
    guard Engine.isAboutToTimeOut(wait, at: now) else { return true }
    return Engine.observer.mayTimeOut(wait) { [self] in set(wait, after: MonotonicInstant(nanoseconds: now.nanoseconds - 1)) }
  }

  /// Waits a moment for the answers to a beat.
  ///
  /// Most come at once, so the alarm needs no look for missing ones. This moment costs a tenth of such a look.
  private func allowAnswers(toBeatsAfter instant: MonotonicInstant) {
    guard schedule.withLock({ $0.lastBeat > instant }) else { return }
    usleep(Self.momentMicroseconds)
  }

  /// Updates the fair clock, and reads both clocks.
  ///
  /// Queues that waits block, or that have not answered for too long, do not hold the fair clock.
  private func look() -> Moment {
    Heartbeat.noteBlockage()
    let (now, stalling) = Engine.withLock { state in
      let real = MonotonicClock.now()
      Self.look(&state, at: real, next: real.advanced(by: Self.workingTime))
      return (state.now(), state.clock.stall(at: real))
    }
    if let stalling {
      Engine.observer.clockStandsStill(stalling)
      if stalling.queues.contains(.main) { RunLoopWaiter.askTheOneOnMain() }
    }
    return now
  }

  private static func look(_ state: inout EngineState, at real: MonotonicInstant, next: MonotonicInstant) {
    if let stall = state.clock.look(at: real, next: next) { Engine.observer.clockWentOn(after: stall) }
  }

  /// Begins beats for a wait that has lasted long enough to ask what else can run.
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
    // The wait that needed the beat may have ended.
    guard Engine.observer.shortestLimit != nil, schedule.withLock({ $0.nextBeat.map { $0 <= now } ?? false }),
      !Engine.withLock({ $0.clock.isHeld })
    else { return }
    sendBeat()
  }

  private func sendBeat() {
    schedule.withLock { $0.lastBeat = MonotonicClock.now() }
    Heartbeat.beat()
  }

  /// Sets the timer for the next look, and promises that look to the fair clock.
  private func rearm(_ looksAgain: [(SlotKey, MonotonicInstant)]) {
    let limit = Engine.observer.shortestLimit
    // Read the time before copying the clock: if it stands still at that time, the answer that resumes it tells the
    // alarm.
    let now = MonotonicClock.now()
    let clock = Engine.withLock { $0.clock }
    schedule.withLock { schedule in
      for (wait, next) in looksAgain where next != .never { schedule.add(wait, at: next) }
      schedule.forgetEndedFirst()
      schedule.lag = clock.uncounted
      // Count from the answers, not from the probes: otherwise no time would count where answers come late.
      let lastBeat = max(schedule.lastBeat, clock.wentOnAt)
      let limit = clock.isFair ? limit : nil
      schedule.nextBeat = limit.map { lastBeat.advanced(by: Heartbeat.pause(limit: $0, latency: clock.lastLatency)) }
      schedule.awaitsAnswers = clock.isHeld
      schedule.setFor = schedule.nextCheck(clock, now: now)
      if let next = schedule.setFor { set(for: next) }
      Engine.withLock { Self.look(&$0, at: MonotonicClock.now(), next: schedule.setFor ?? .never) }
    }
    // The clock may have resumed in between, before the alarm was ready for the call.
    if clock.isHeld, Engine.withLock({ $0.clock.uncounted }) != clock.uncounted { timeGoesOn() }
  }

  // MARK: The timer

  /// Sets the timer if it would fire too late.
  ///
  /// Call it only under the lock: two threads that set the timer in the wrong order would lose the earlier look.
  private func advance(_ schedule: inout Schedule, to instant: MonotonicInstant) {
    guard instant < schedule.setFor ?? .never else { return }
    schedule.setFor = instant
    Engine.withLock { $0.clock.expectCheck(at: instant) }
    set(for: instant)
  }

  private func set(for instant: MonotonicInstant) {
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(instant.nanoseconds)), leeway: .nanoseconds(0))
  }
}
