import Dispatch
import Foundation

/// Checks each wait when its time may be over: one timer for all waits of the process, on a private serial queue.
///
/// Dispatch gives the queue a thread even when the global queues, the main queue and the concurrency pool are all
/// blocked. Code on the queue must not wait for other threads, except for locks that are held briefly. It sleeps in one
/// place only, for 300 µs after a beat.
///
/// A wait adds its deadline when it begins, and removes nothing when it ends, because that would take time. The timer
/// removes the deadlines of ended waits later, and may fire although no wait is left.
///
/// Deadlines are instants of the fair clock, so the timer fires at the earliest real instant at which one can come. The
/// fair clock depends on this timer in turn: each time the timer fires, it checks the clock, and it sends the beats.
final class DeadlineTimer: Sendable {
  static let shared = DeadlineTimer()

  private struct Schedule {
    /// The deadlines of waits, on the fair clock.
    var deadlines = DeadlineHeap<SlotKey>()
    /// The deadlines of waits that block a queue, while their own time passes.
    var ownDeadlines: [(wait: SlotKey, instant: MonotonicInstant)] = []
    /// The ends of pauses, on the monotonic clock.
    var pauses = DeadlineHeap<SlotKey>()
    /// When the next beat is due, in real time; nil when no wait has lasted long enough.
    var nextBeat: MonotonicInstant?
    var lastBeat = MonotonicInstant(nanoseconds: .min)
    /// When the timer will fire; nil when it is idle.
    var fireInstant: MonotonicInstant?
    /// The real time that the fair clock had not counted at the last check. It can only have increased since then.
    var uncounted: Nanoseconds = 0
    /// Whether the fair clock awaited answers at the last check, so that the timer needs a call when they have come.
    var awaitsAnswers = false
    /// How many deadlines are kept before those of ended waits are removed.
    private var limit = 64

    mutating func add(_ wait: SlotKey, at deadline: MonotonicInstant) {
      removeEndedIfMany()
      deadlines.add(wait, at: deadline)
    }

    mutating func addPause(_ wait: SlotKey, until end: MonotonicInstant) {
      removeEndedIfMany()
      pauses.add(wait, at: end)
    }

    private mutating func removeEndedIfMany() {
      guard deadlines.count + pauses.count >= limit else { return }
      Engine.withLock { state in
        deadlines.removeAll { !state.machine.isLive($0) }
        pauses.removeAll { !state.machine.isLive($0) }
      }
      limit = max(64, 2 * (deadlines.count + pauses.count))
    }

    /// Removes the deadlines of ended waits that come first, so that the timer fires for a live wait.
    mutating func removeEndedFirst() {
      Engine.withLock { state in
        deadlines.removeFirst { !state.machine.isLive($0) }
        pauses.removeFirst { !state.machine.isLive($0) }
      }
    }

    /// Returns when to check next, in real time, as far as is known.
    func nextCheck(_ clock: FairClock, _ ownDeadline: MonotonicInstant?, now: MonotonicInstant) -> MonotonicInstant? {
      var deadline = deadlines.earliest.map { $0.advanced(by: uncounted).next }
      var routine = nextBeat
      if let awaitsAnswersSince = clock.awaitsAnswersSince {
        // While the clock stands still, no deadline comes, and the timer gets a call when the clock resumes. Until
        // then, the timer checks how long the standstill lasts, even without waits: the next wait begins at the clock's
        // reading.
        if let instant = deadline, now > clock.runsUntil, instant > clock.runsUntil { deadline = nil }
        let isAwaited = deadlines.earliest != nil || nextBeat != nil
        let interval = DeadlineTimer.checkInterval(standstill: now.since(awaitsAnswersSince))
        routine = isAwaited ? now.advanced(by: interval) : awaitsAnswersSince.advanced(by: clock.stallLimit)
      }
      return [deadline, routine, ownDeadline?.next, pauses.earliest?.next].compactMap { $0 }.min()
    }
  }

  /// Returns how long after a check the next one comes while the clock awaits answers: a tenth of a second at first, at
  /// most half a second.
  static func checkInterval(standstill length: Nanoseconds) -> Nanoseconds {
    min(max(length, 100_000_000), 500_000_000)
  }

  /// How long the queue sleeps after a beat, in microseconds.
  private static let promptMicroseconds: UInt32 = 300
  /// How long the work on the queue may take when the timer fires.
  private static let workingTime: Nanoseconds = 20_000_000

  private let schedule = Locked(Schedule())
  // Unchecked: a Dispatch source is safe to use from any thread, but its Swift type does not say so.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  private init() {
    let queue = DispatchQueue(label: "expectations.deadlines", qos: .userInteractive)
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    // These calls may be slow the first time, so they are made here and not on the queue.
    _ = Blockage.poolSize
    Engine.observer.start()
    // The process has one deadline timer, and never releases it.
    timer.setEventHandler { [unowned self] in fire() }
    timer.activate()
  }

  /// Schedules a check of the wait as soon as the fair clock is past `instant`. Call it once for each wait.
  func add(_ wait: SlotKey, after instant: MonotonicInstant) {
    guard instant != .never else { return }
    schedule.withLock { schedule in
      schedule.add(wait, at: instant)
      bringForward(&schedule, to: instant.advanced(by: schedule.uncounted).next)
    }
  }

  /// Schedules the end of a pause as soon as the monotonic clock is past `instant`. Call it once for each pause.
  func addPause(_ wait: SlotKey, after instant: MonotonicInstant) {
    guard instant != .never else { return }
    schedule.withLock { schedule in
      schedule.addPause(wait, until: instant)
      bringForward(&schedule, to: instant.next)
    }
  }

  /// Checks the waits soon, because the fair clock stood still and has resumed: some deadlines may have come, and
  /// others come later than planned.
  func clockResumed() {
    schedule.withLock { schedule in
      guard schedule.awaitsAnswers else { return }
      schedule.awaitsAnswers = false
      bringForward(&schedule, to: MonotonicClock.now())
    }
  }

  /// How many deadlines and ends of pauses are kept, including those of ended waits.
  var count: Int { schedule.withLock { $0.deadlines.count + $0.pauses.count } }

  /// How many deadlines of live waits are kept.
  var liveCount: Int { schedule.withLock { $0.deadlines.sorted }.count { Engine.isLive($0.key) } }

  // MARK: On the queue

  private func fire() {
    let now = checkClock()
    var nextChecks: [(SlotKey, MonotonicInstant)] = []
    while let wait = schedule.withLock({ $0.deadlines.popDue(before: now.fair) }) {
      if let next = check(wait, at: now) { nextChecks.append((wait, next)) }
    }
    checkWaitsOnOwnTime(at: now)
    while let pause = schedule.withLock({ $0.pauses.popDue(before: now.real) }) { Engine.timeUp(pause) }
    sendBeatIfDue()
    awaitPromptAnswers(toBeatsAfter: now.real)
    setForNextCheck(nextChecks)
  }

  /// Checks a wait whose time may be over. Returns when to check it next; nil when it has ended.
  private func check(_ wait: SlotKey, at now: Moment, isRepeated: Bool = false) -> MonotonicInstant? {
    guard mayTimeOut(wait, at: now) else { return now.fair.advanced(by: Self.inspectionTime) }
    switch Engine.expire(wait) {
    case .over: return nil
    case .again(let next, let reason):
      if let reason { expectBeats(for: wait, reason, isRepeated: isRepeated) }
      return next
    }
  }

  /// Checks the waits that block a queue, because their deadlines come earlier than planned.
  private func checkWaitsOnOwnTime(at now: Moment) {
    let waits = Engine.withLock { $0.waitsOnOwnTime }
    let deadlines = waits.compactMap { wait in check(wait, at: now, isRepeated: true).map { (wait: wait, instant: $0) }
    }
    schedule.withLock { schedule in
      // Waits that no longer block a queue are checked like all others.
      for (wait, instant) in schedule.ownDeadlines where !waits.contains(wait) { schedule.add(wait, at: instant) }
      schedule.ownDeadlines = deadlines.filter { $0.instant != .never }
    }
  }

  /// How long the end of a wait whose time is up may be delayed to find the reason: 2.5 s. Usually it takes some
  /// milliseconds, and some hundred the first time.
  static let inspectionTime: Nanoseconds = 2_500_000_000

  /// Whether a wait may end if its time is up. If not, it ends as soon as the observer has found the reason.
  private func mayTimeOut(_ wait: SlotKey, at now: Moment) -> Bool {
    guard let uncounted = Engine.uncountedOnTimeout(of: wait, at: now) else { return true }
    return Engine.observer.mayTimeOut(wait, at: now.real, uncounted: uncounted) { [self] in
      add(wait, after: MonotonicInstant(nanoseconds: now.fair.nanoseconds - 1))
    }
  }

  /// Sleeps for 300 µs if a beat was sent, because most queues answer at once.
  ///
  /// If all have answered, the timer need not fire to check for missing answers, which costs ten times as much.
  private func awaitPromptAnswers(toBeatsAfter instant: MonotonicInstant) {
    guard schedule.withLock({ $0.lastBeat > instant }) else { return }
    usleep(Self.promptMicroseconds)
  }

  /// Checks the fair clock, and reads both clocks.
  private func checkClock() -> Moment {
    Heartbeat.noteBlockage()
    let (now, stalling) = Engine.withLock { state in
      let real = MonotonicClock.now()
      Self.checkClock(&state, at: real, next: real.advanced(by: Self.workingTime))
      return (state.now(), state.clock.stall(at: real))
    }
    if let stalling {
      Engine.observer.clockStandsStill(stalling)
      if stalling.queues.contains(.main) { RunLoopWaiter.askMainWaiter() }
    }
    return now
  }

  private static func checkClock(_ state: inout EngineState, at real: MonotonicInstant, next: MonotonicInstant) {
    if let stall = state.check(at: real, next: next) { Engine.observer.clockResumed(after: stall) }
  }

  /// Begins beats for a wait that has lasted long enough to find out what else can run.
  private func expectBeats(for wait: SlotKey, _ reason: Heartbeat.Reason, isRepeated: Bool) {
    let now = MonotonicClock.now()
    let latency = Engine.withLock { $0.clock.lastLatency }
    let maxAge = Heartbeat.maxAge(for: reason, latency: latency, isRepeated: isRepeated)
    if !schedule.withLock({ now.since($0.lastBeat) < maxAge }) { sendBeat() }
    switch reason {
    case .isOld(let limit), .isNearlyOver(let limit): Engine.observer.waitIsOld(wait, limit: limit, at: now)
    }
  }

  private func sendBeatIfDue() {
    let now = MonotonicClock.now()
    // The wait that needed the beat may have ended.
    guard Engine.observer.shortestLimit != nil, schedule.withLock({ $0.nextBeat.map { $0 <= now } ?? false }),
      !Engine.withLock({ $0.standsStill })
    else { return }
    sendBeat()
  }

  private func sendBeat() {
    schedule.withLock { $0.lastBeat = MonotonicClock.now() }
    Heartbeat.beat()
  }

  /// Sets the timer for the next check, and tells the fair clock when that is.
  private func setForNextCheck(_ nextChecks: [(SlotKey, MonotonicInstant)]) {
    let limit = Engine.observer.shortestLimit
    // Read the time before copying the clock: if the clock stands still at that time, the answer that ends the
    // standstill comes later, and calls `clockResumed`.
    let now = MonotonicClock.now()
    let (clock, fairNow, standsStill) = Engine.withLock { ($0.clock, $0.now().fair, $0.standsStill) }
    schedule.withLock { schedule in
      for (wait, next) in nextChecks where next != .never { schedule.add(wait, at: next) }
      schedule.removeEndedFirst()
      schedule.uncounted = clock.uncounted
      // Count from the answers, not from the probes: otherwise no time would count where answers come late.
      let lastBeat = max(schedule.lastBeat, clock.resumedAt)
      let limit = clock.isFair ? limit : nil
      schedule.nextBeat = limit.map {
        max(now, lastBeat.advanced(by: Heartbeat.interval(limit: $0, latency: clock.lastLatency)))
      }
      schedule.awaitsAnswers = clock.awaitsAnswers
      let ownDeadline =
        standsStill ? nil : schedule.ownDeadlines.map { now.advanced(by: $0.instant.since(fairNow)) }.min()
      schedule.fireInstant = schedule.nextCheck(clock, ownDeadline, now: now)
      if let next = schedule.fireInstant { setTimer(for: next) }
      Engine.withLock { Self.checkClock(&$0, at: MonotonicClock.now(), next: schedule.fireInstant ?? .never) }
    }
    // The clock may have resumed before `awaitsAnswers` was set, and `clockResumed` then did nothing.
    if clock.awaitsAnswers, Engine.withLock({ $0.clock.uncounted }) != clock.uncounted { clockResumed() }
  }

  // MARK: The timer

  /// Sets the timer if it would fire too late.
  ///
  /// Call it only under the lock: two threads that set the timer in the wrong order would lose the earlier instant.
  private func bringForward(_ schedule: inout Schedule, to instant: MonotonicInstant) {
    guard instant < schedule.fireInstant ?? .never else { return }
    schedule.fireInstant = instant
    Engine.withLock { $0.expectCheck(at: instant) }
    setTimer(for: instant)
  }

  private func setTimer(for instant: MonotonicInstant) {
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(instant.nanoseconds)), leeway: .nanoseconds(0))
  }
}
