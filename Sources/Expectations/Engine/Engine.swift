import Dispatch

/// The machine of the process behind a lock, and the code that carries out its actions.
///
/// For each event, the engine takes the lock, reads the clock, calls the machine, and grants permits to the waits that
/// the event decided. After it has released the lock, it wakes them, and the caller records a problem, if there is one.
enum Engine {
  private static let state = Locked(EngineState())

  /// Runs `body` under the engine's lock. It must not release an object whose `deinit` may run any code.
  @inline(__always)
  static func withLock<Result>(_ body: (inout EngineState) -> Result) -> Result { state.withLock(body) }

  static func cancel(_ key: TableKey) { perform { $0.cancel(key, at: $1) } }

  /// Decides a wait whose limit has passed on another clock.
  static func timeUp(_ key: TableKey) { perform { $0.timeUp(key, at: $1) } }

  private static func perform(_ event: (inout Machine, Moment) -> Machine.Action) {
    withLock { $0.perform(event) }.wake()
  }

  // MARK: On the timer's queue

  /// Lets the clock decide, and sends a beat if one is due.
  static func fire() {
    let (action, probed, isMainSilent) = withLock { state in
      let real = Instant.now()
      let (action, probed) = state.fire(at: real)
      return (action, probed, state.clock.stall(at: real)?.queues.contains(.main) ?? false)
    }
    if action.needsExplanation, let observer = RunObservers.current {
      observer.waitsTimedOut {
        let now = Instant.now()
        withLock { _ in for wait in action.decided { wait.object?.noteHeld(until: now) } }
        action.wake()
      }
    } else {
      action.wake()
    }
    for queue in QueueSet.each where probed.contains(queue) { probe(queue) }
    if isMainSilent { askMainThread() }
  }

  private static func probe(_ queue: QueueSet) {
    let answer: @Sendable () -> Void = { withLock { $0.answer(queue) } }
    switch queue {
    case .main: DispatchQueue.main.async(execute: answer)
    case .global: DispatchQueue.global().async(execute: answer)
    default: Task.detached(priority: queue == .mediumPool ? .medium : .high) { answer() }
    }
  }
}

extension Machine.Action {
  /// Wakes the waits that have their permits. Do not call it under the engine's lock.
  @inline(__always)
  func wake() {
    guard decided.count > 0 else { return }
    for wait in decided { wait.object?.wake() }
  }
}

extension EngineState {
  /// Ends a wait that has its verdict.
  mutating func end(_ key: TableKey, at real: @autoclosure () -> Instant = .now()) -> (WaitState, Verdict) {
    let (wait, verdict) = machine.end(key)
    // A pause around it may have lasted for this wait only.
    if let outer = wait.outer { checkPause(outer, at: real()) }
    return (wait, verdict)
  }

  /// Lets the timer check a pause when a wait inside it begins or ends, which changes its end.
  mutating func checkPause(_ key: TableKey, at real: Instant) {
    guard machine.waits.contains(key), machine.waits[key].terms.pause != .max, machine.waits[key].isTimed else {
      return
    }
    bringTimerForward(to: max(real, machine.waits[key].realEnd(after: real, uncounted: clock.uncounted)))
  }
}

extension TestHosts {
  /// Notes that the main queue runs: from now on, its silence is a stall.
  static func expectMainQueue() { Engine.withLock { $0.clock.expect(.main) } }
}

/// Everything that the engine's lock guards: the machine of the process, its clock, and when the timer fires.
///
/// It reads the time only where its caller does not pass it, and sets the timer only through `setTimer`.
struct EngineState: Sendable {
  var machine = Machine()
  var clock = FairClock(stallLimit: Self.stallLimit, ignoring: .main)
  var beats = Beats()
  /// The latest stalls that have ended.
  private(set) var stalls: [Stall] = []
  /// How many evaluations of conditions run on the threads of their callers.
  private var evaluations = 0
  /// When the timer will fire; `.never` when it is idle.
  private(set) var firesAt = Instant.never
  private let setTimer: @Sendable (Instant) -> Void

  /// - Parameter setTimer: Lets `Engine.fire` be called at an instant, in place of the last one set.
  init(setTimer: @escaping @Sendable (Instant) -> Void = Timer.set) { self.setTimer = setTimer }

  /// How long the fair clock stands still for a queue that runs nothing: half a minute by default.
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
  mutating func perform(
    at real: Instant = .now(), _ event: (inout Machine, Moment) -> Machine.Action
  ) -> Machine.Action {
    let action = event(&machine, clock.tick(at: real))
    if action.decided.count > 0 { for wait in action.decided { wait.object?.grant() } }
    return action
  }

  /// Begins a wait. If it continues, the timer will check it.
  ///
  /// - Parameter queue: Returns the queue that runs the calling task; nil when no task waits.
  mutating func begin(
    _ wait: WaitReference, _ terms: WaitTerms, for members: [TableKey], inside outer: TableKey?,
    in queue: (() -> QueueSet)? = nil, at real: Instant = .now()
  ) -> Machine.Beginning {
    if clock.awaitsAnswers, let queue { clock.noteRuns(queue(), at: real) }
    let beginning = machine.begin(wait, terms, for: members, inside: outer, at: clock.tick(at: real))
    if case .pending(let key) = beginning {
      let uncounted = clock.uncounted
      bringTimerForward(to: machine.waits[key].firstCheck(after: real, uncounted: uncounted, beats))
      // A pause around it may already be over, but not its condition.
      if let outer = machine.waits[key].outer { checkPause(outer, at: real) }
    }
    return beginning
  }

  /// Lets the clock decide, and begins a beat if one is due. Returns the queues to probe.
  mutating func fire(at real: Instant = .now()) -> (Machine.Action, probed: QueueSet) {
    checkClock(at: real)
    let action = perform(at: real) { $0.applyTime(at: $1) }
    let probed = beatIfDue(at: real)
    plan(at: real)
    return (action, probed)
  }

  /// Handles the answer of a queue to a probe.
  mutating func answer(_ queue: QueueSet, at real: Instant = .now()) {
    let uncounted = clock.uncounted
    if let stall = clock.answer(queue, at: real) { note(stall) }
    if !clock.awaitsAnswers { beats.noteAnswers(at: real, latency: clock.lastLatency) }
    // When the answers come at once, the timer is already set right.
    if clock.uncounted != uncounted { plan(at: real) }
  }

  /// Lets waits run on real time: they were found to block the main queue.
  mutating func noteBlocksMainQueue(_ waits: [TableKey], at real: Instant = .now()) {
    for key in waits where machine.waits.contains(key) { machine.waits[key].isInRealTime = true }
    plan(at: real)
  }

  // MARK: The clock

  /// Returns both readings without recording an event.
  mutating func now() -> Moment {
    let real = Instant.now()
    return Moment(fair: clock.instant(at: real), real: real)
  }

  private mutating func checkClock(at real: Instant) {
    if let stall = clock.check(at: real, next: real.advanced(by: Self.workingTime)) { note(stall) }
  }

  private mutating func note(_ stall: Stall) {
    if stalls.count == Self.keptStalls { stalls.removeFirst() }
    stalls.append(stall)
  }

  /// All that the clock shows.
  struct Reading: Sendable {
    var moment: Moment
    /// How much time has not counted because only the main queue did not run.
    var ofMainAlone: Nanoseconds
    /// In how much time the process has not run.
    var absent: Nanoseconds
  }

  mutating func reading() -> Reading {
    let moment = now()
    return Reading(
      moment: moment, ofMainAlone: clock.uncountedOfMainAlone(until: moment.real), absent: clock.absent)
  }

  /// Begins an evaluation of a condition. Until it ends, the timer checks whether the process runs.
  mutating func beginEvaluation(at real: Instant = .now()) {
    evaluations += 1
    bringTimerForward(to: real.advanced(by: Self.longestCheckInterval))
  }

  mutating func endEvaluation() { evaluations -= 1 }

  /// Begins a beat if a wait needs one. Returns the queues to probe.
  private mutating func beatIfDue(at real: Instant) -> QueueSet {
    guard clock.isFair, !clock.awaitsAnswers, nextChecks(after: real).beat <= real else { return [] }
    let probed = clock.beat(at: real)
    beats.noteBeat(at: real)
    return probed
  }

  /// Returns since when a queue has been silent; nil if it has answered the last probe.
  func silence(of queue: QueueSet) -> Instant? {
    clock.unanswered.isDisjoint(with: queue) ? nil : clock.silentSince[queue]
  }

  // MARK: The timer

  /// Returns when the clock may decide a wait, and when the next beat is due.
  private func nextChecks(after real: Instant) -> (end: Instant, beat: Instant) {
    var (nextEnd, nextBeat) = (Instant.never, Instant.never)
    machine.waits.visitAll { wait in
      if wait.isTimed {
        let end = wait.realEnd(after: real, uncounted: clock.uncounted)
        // While the clock stands still, no fair deadline comes.
        if !clock.awaitsAnswers || wait.isInRealTime || wait.pauseEnd != .never || end > real {
          nextEnd = min(nextEnd, end)
        }
      }
      guard wait.needsBeats else { return }
      let beat = wait.nextBeat(beats, uncounted: clock.uncounted)
      let isOver = wait.verdict != nil && beat > wait.endOfCondition.advanced(by: clock.uncounted)
      if !isOver { nextBeat = min(nextBeat, beat) }
    }
    return (nextEnd, nextBeat)
  }

  /// Sets the timer for the next check, and tells the clock when that is.
  private mutating func plan(at real: Instant) {
    let checks = nextChecks(after: real)
    var next = checks.end
    if let since = clock.awaitsAnswersSince {
      let interval = min(max(real.since(since), FairClock.shortestStall), Self.longestCheckInterval)
      next = min(next, real.advanced(by: interval), clock.givesUpAt ?? .never)
    } else if clock.isFair {
      next = min(next, checks.beat)
    }
    if evaluations > 0 { next = min(next, real.advanced(by: Self.longestCheckInterval)) }
    firesAt = next
    clock.setNextCheck(next)
    if next != .never { setTimer(next) }
  }

  private static let longestCheckInterval: Nanoseconds = 500_000_000

  /// Sets the timer if it would fire too late.
  mutating func bringTimerForward(to instant: Instant) {
    guard instant < firesAt else { return }
    firesAt = instant
    clock.expectCheck(at: instant)
    setTimer(instant)
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
