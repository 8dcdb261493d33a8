import Dispatch

/// Everything that the engine's lock guards: the machine of the process, its clock, and when the timer fires.
struct EngineState {
  var machine = Machine()
  var clock = FairClock(stallLimit: Self.stallLimit, ignoring: .main)
  var beats = Beats()
  /// The latest stalls that have ended.
  private(set) var stalls: [Stall] = []
  /// Since when each queue has not answered a probe.
  private(set) var silentSince: [QueueSet: Instant] = [:]
  /// When the timer will fire; `.never` when it is idle.
  private var firesAt = Instant.never

  /// The longest time for which one standstill can hold the fair clock: half a minute by default.
  static let stallLimit: Nanoseconds = {
    let seconds = EnvironmentSetting.notNegative("EXPECTATIONS_STALL_LIMIT") ?? 30
    return Nanoseconds(min(seconds, 1e9) * 1e9)
  }()
  private static let keptStalls = 32
  /// How long the work on the timer's queue may take.
  private static let workingTime: Nanoseconds = 20_000_000

  // MARK: Events

  /// Performs one event now. When this returns, the decided waits have their permits. The caller releases the lock,
  /// then wakes them.
  @inline(__always)
  mutating func perform(_ event: (inout Machine, Moment) -> Machine.Action) -> Machine.Action {
    let action = event(&machine, tick())
    if !action.decided.isEmpty { for wait in action.decided { wait.object?.grant() } }
    return action
  }

  /// Returns the instants of the current event.
  mutating func tick() -> Moment { clock.tick(at: Instant.now()) }

  /// Begins a wait. If it continues, the timer will check it.
  mutating func begin(_ wait: Wait, for members: [TableKey], inside outer: TableKey?) -> Machine.Beginning {
    let now = tick()
    wait.started = now
    let beginning = machine.begin(WaitReference(object: wait), wait.terms, for: members, inside: outer, at: now)
    if case .pending(let key) = beginning {
      wait.prepareToSleep(as: key)
      let state = machine.waits[key]
      let firstBeat = state.needsBeats ? Beats.first(from: state.span.began, limit: state.span.limit) : .never
      bringTimerForward(to: min(firstBeat, realEnd(of: state, after: now.real)))
    }
    return beginning
  }

  // MARK: The clock

  /// Returns both readings without recording an event.
  mutating func now() -> Moment {
    let real = Instant.now()
    return Moment(fair: clock.instant(at: real), real: real)
  }

  mutating func checkClock(at real: Instant) {
    if let stall = clock.check(at: real, next: real.advanced(by: Self.workingTime)) { note(stall) }
  }

  mutating func note(_ stall: Stall) {
    if stalls.count == Self.keptStalls { stalls.removeFirst() }
    stalls.append(stall)
  }

  /// Begins a beat if a wait needs one. Returns the queues to probe.
  mutating func beatIfDue(at real: Instant) -> QueueSet {
    guard clock.isFair, !clock.awaitsAnswers, nextChecks(after: real).beat <= real else { return [] }
    let probed = clock.beat(at: real)
    beats.noteBeat(at: real)
    for queue in [QueueSet.main, .global, .mediumPool, .highPool] where probed.contains(queue) {
      silentSince[queue] = real
    }
    return probed
  }

  /// Returns since when a queue has been silent; nil if it has answered the last probe.
  func silence(of queue: QueueSet) -> Instant? {
    clock.unanswered.isDisjoint(with: queue) ? nil : silentSince[queue]
  }

  // MARK: The timer

  /// The real instant of the deadline, as far as is known.
  private func fairEnd(of wait: WaitState) -> Instant {
    wait.isInRealTime ? wait.deadline : clock.realInstant(of: wait.deadline)
  }

  /// The real instant at which the clock may decide a wait, unless the fair clock stands still before then.
  private func realEnd(of wait: WaitState, after real: Instant) -> Instant {
    var end = Instant.never
    if wait.pending > 0 || wait.terms.rule == .any {
      end = min(fairEnd(of: wait), wait.pauseEnd)
    }
    // What is pending may come before the end of the window.
    if wait.firstInverted != nil, wait.windowEnd >= real || wait.pending == 0 { end = min(end, wait.windowEnd) }
    return end.next
  }

  /// Returns when the clock may decide a wait, and when the next beat is due.
  private func nextChecks(after real: Instant) -> (end: Instant, beat: Instant) {
    var (nextEnd, nextBeat) = (Instant.never, Instant.never)
    machine.waits.forEachKey { key in
      let wait = machine.waits[key]
      guard wait.verdict == nil else { return }
      let end = realEnd(of: wait, after: real)
      // While the clock stands still, no fair deadline comes.
      if !clock.awaitsAnswers || wait.isInRealTime || wait.terms.pause != .max || end > real {
        nextEnd = min(nextEnd, end)
      }
      guard wait.needsBeats else { return }
      nextBeat = min(nextBeat, beats.next(from: wait.span.began, limit: wait.span.limit, deadline: fairEnd(of: wait)))
    }
    return (nextEnd, nextBeat)
  }

  /// Sets the timer for the next check, and tells the clock when that is.
  mutating func plan(at real: Instant) {
    let checks = nextChecks(after: real)
    var next = checks.end
    if let since = clock.awaitsAnswersSince {
      let interval = min(max(real.since(since), FairClock.shortestStall), Self.longestCheckInterval)
      next = min(next, real.advanced(by: interval), since.advanced(by: clock.stallLimit))
    } else if clock.isFair {
      next = min(next, checks.beat)
    }
    firesAt = next
    clock.planCheck(at: next)
    if next != .never { Timer.set(for: next) }
  }

  private static let longestCheckInterval: Nanoseconds = 500_000_000

  /// Sets the timer if it would fire too late.
  private mutating func bringTimerForward(to instant: Instant) {
    guard instant < firesAt else { return }
    firesAt = instant
    clock.expectCheck(at: instant)
    Timer.set(for: instant)
  }
}

/// Calls the engine when the time of a wait may be over: one timer for all waits of the process, on a private serial
/// queue.
///
/// Dispatch gives the queue a thread even when the global queues, the main queue and the concurrency pool are all
/// blocked. Code on the queue must not wait for other threads, except for locks that are held briefly.
enum Timer {
  // Unsafe: a Dispatch source is safe to use from any thread, but its Swift type does not say so.
  private nonisolated(unsafe) static let source: any DispatchSourceTimer = {
    let queue = DispatchQueue(label: "expectations.deadlines", qos: .userInteractive)
    let source = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    source.setEventHandler { Engine.fire() }
    source.activate()
    return source
  }()

  /// Call it only under the engine's lock: two threads that set the timer in the wrong order would lose the earlier
  /// instant.
  static func set(for instant: Instant) {
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: UInt64(instant.nanoseconds)), leeway: .nanoseconds(0))
  }
}
