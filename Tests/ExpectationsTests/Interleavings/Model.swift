@testable import Expectations

/// A permit in the model. A test can replace it with a broken one.
protocol ModelPermit: Hashable, Sendable {
  init()
  /// Returns whether the waiter continues at once.
  mutating func park() -> Bool
  /// Returns whether to wake the waiter.
  mutating func grant() -> Bool
}

/// The library's own permit.
struct RealPermit: ModelPermit {
  private var permit = Permit<Int>()
  mutating func park() -> Bool { permit.park(0) != nil }
  mutating func grant() -> Bool { permit.grant() != nil }
}

/// The kind of waiter in a scenario.
enum ModelWaiter: CaseIterable, Sendable {
  /// A task: its permit is granted under the lock of the engine, in the step of the event.
  case task
  /// A thread: its semaphore is the permit, and is raised after the lock is released, in a step of its own.
  case thread
}

/// A running scenario: the library's machine and permits, and threads whose steps are the critical sections of the
/// library. Between two steps of a thread, the other threads can run in any order.
struct Model<Permit: ModelPermit>: Hashable, Sendable {
  /// An error in an interleaving.
  struct Violation: Error, CustomStringConvertible {
    var description: String
  }

  private enum Stage: Hashable {
    case begin, setTimer, park, sleeping, finish
  }

  private enum Frame: Hashable {
    case program([Scenario.Operation], next: Int)
    case waiting(Int, Stage)
  }

  private struct Thread: Hashable {
    var frames: [Frame]
    /// The waiters whose permits it has granted, and which it wakes after the lock.
    var wakeups: [Int] = []
  }

  private let scenario: Scenario
  private let waiter: ModelWaiter
  private let grantsTwice: Bool
  private var machine = Machine()
  private var clock: FairClock
  private var last = MonotonicInstant(nanoseconds: .min)
  /// For each expectation, whether it happened after the window in which it must not happen.
  private var cameAfterItsWindow: [Bool]
  /// For each wait, whether its expectation was fulfilled while the clock stood still.
  private var cameInAStall: [Bool]
  private var expectations: [SlotKey] = []
  private var keys: [SlotKey?]
  private var permits: [Permit]
  private var isAwake: [Bool]
  private var resumes: [Int]
  private var hasRunCallback: [Bool]
  private var hasTimeBeenUp: [Bool]
  /// How much time has passed for each wait alone.
  private var ownTime: [Int64]
  private var checks: [MonotonicInstant]
  private var started: [MonotonicInstant]
  private var successes: [Verdict?]
  private var ends: [Verdict?]
  private var deadlines: [Int: MonotonicInstant] = [:]
  private var firing: Int?
  private var reports: [Int]
  private var lateReports: [Int]
  private var judgedSurpluses: [Int]
  private var threads: [Thread]
  private var now: Int64 = 0

  /// With `grantsTwice`, two calls grant every permit, and must have the effect of one.
  init(_ scenario: Scenario, _ waiter: ModelWaiter, grantsTwice: Bool) {
    self.scenario = scenario
    self.waiter = waiter
    self.grantsTwice = grantsTwice
    let waits = scenario.waits.count
    keys = Array(repeating: nil, count: waits)
    permits = Array(repeating: Permit(), count: waits)
    isAwake = Array(repeating: false, count: waits)
    resumes = Array(repeating: 0, count: waits)
    hasRunCallback = Array(repeating: false, count: waits)
    hasTimeBeenUp = hasRunCallback
    cameInAStall = hasRunCallback
    ownTime = Array(repeating: 0, count: waits)
    checks = Array(repeating: .never, count: waits)
    started = checks
    successes = Array(repeating: nil, count: waits)
    ends = Array(repeating: nil, count: waits)
    reports = Array(repeating: 0, count: scenario.expectations.count)
    lateReports = reports
    judgedSurpluses = reports
    cameAfterItsWindow = reports.map { _ in false }
    // The last thread is the deadline timer.
    threads = (scenario.threads + [[]]).map { Thread(frames: [.program($0, next: 0)]) }
    clock = FairClock(stallLimit: 1_000_000, tolerance: scenario.tolerance)
    expectations = scenario.expectations.map { machine.register($0) }
  }

  private var timerThread: Int { threads.count - 1 }

  // MARK: Steps

  /// A possible next step: a thread, and whether its run loop runs a callback instead of continuing.
  enum Move: Hashable {
    case step(Int)
    case callback(Int)
    /// Nothing else happens until the deadline timer checks.
    case idle
  }

  func appendMoves(to moves: inout [Move]) {
    for thread in threads.indices {
      if canStep(thread) { moves.append(.step(thread)) }
      if case .waiting(let wait, .sleeping)? = threads[thread].frames.last, threads[thread].wakeups.isEmpty,
        !scenario.waits[wait].callback.isEmpty, !hasRunCallback[wait]
      {
        moves.append(.callback(thread))
      }
    }
    if moves.isEmpty, !clock.awaitsAnswers, nextCheck != .never { moves.append(.idle) }
  }

  private func canStep(_ thread: Int) -> Bool {
    if !threads[thread].wakeups.isEmpty { return true }
    if thread == timerThread { return firing != nil || isTimerDue }
    switch threads[thread].frames.last {
    case .program(let operations, let next)?:
      guard next < operations.count else { return false }
      // A task can be canceled only after another thread has a reference to it.
      switch operations[next] {
      case .cancel(let wait), .timeUp(let wait), .dismiss(let wait): return keys[wait] != nil || ends[wait] != nil
      // A stall ends with the answer of the queue.
      case .answer(let queue): return !clock.unanswered.isDisjoint(with: queue)
      default: return true
      }
    case .waiting(let wait, .sleeping)?:
      return isAwake[wait]
    case .waiting?: return true
    case nil: return false
    }
  }

  mutating func perform(_ move: Move) throws {
    switch move {
    case .idle: now = max(now, nextCheck.nanoseconds)
    case .callback(let thread):
      guard case .waiting(let wait, _)? = threads[thread].frames.last else { return }
      hasRunCallback[wait] = true
      threads[thread].frames.append(.program(scenario.waits[wait].callback, next: 0))
    case .step(let thread):
      if !threads[thread].wakeups.isEmpty {
        wake(threads[thread].wakeups.removeFirst())
      } else if thread == timerThread {
        try fire()
      } else {
        try step(thread)
      }
    }
  }

  private mutating func step(_ thread: Int) throws {
    let frame = threads[thread].frames.removeLast()
    switch frame {
    case .program(let operations, let next):
      if next + 1 < operations.count || threads[thread].frames.isEmpty {
        threads[thread].frames.append(.program(operations, next: next + 1))
      }
      try run(operations[next], on: thread)
    case .waiting(let wait, let stage):
      try advance(wait, stage, on: thread)
    }
  }

  private mutating func run(_ operation: Scenario.Operation, on thread: Int) throws {
    switch operation {
    case .fulfill(let expectation): try fulfill(expectation, isError: false, on: thread)
    case .fail(let expectation): try fulfill(expectation, isError: true, on: thread)
    case .cancel(let wait):
      if let key = keys[wait] {
        handle(on: thread, at: tick()) { $0.cancel(key, at: $1) }
      }
    case .timeUp(let wait):
      hasTimeBeenUp[wait] = true
      if let key = keys[wait] {
        handle(on: thread, at: tick()) { $0.timeUp(key, at: $1) }
      }
    case .clock(let instant): now = max(now, instant)
    case .beat: beat()
    case .answer(let queue): _ = clock.answer(queue, at: MonotonicInstant(nanoseconds: now))
    case .ownTime(let time): try passOwnTime(time)
    case .monitor(let wait): try monitor(wait)
    case .dismiss(let wait):
      guard let key = keys[wait], ends[wait] == nil else { return }
      ends[wait] = Verdict(kind: .cancelled, instant: last)
      _ = machine.abandon(key, at: tick())
    case .wait(let wait): threads[thread].frames.append(.waiting(wait, .begin))
    }
  }

  private mutating func fulfill(_ expectation: Int, isError: Bool, on thread: Int) throws {
    let (key, instant) = (expectations[expectation], tick())
    noteStall(of: expectation)
    let action = handle(on: thread, at: instant) {
      $0.fulfill(key, at: $1, place: FulfillmentPlace(expectation), isError: isError)
    }
    noteWindow(of: expectation, at: instant)
    switch action.stray {
    case .surplus?: reports[expectation] += 1
    case .late?: lateReports[expectation] += 1
    case nil: break
    }
  }

  /// An inverted expectation was just fulfilled. Notes whether that is too late for every wait in which it must not
  /// happen.
  private mutating func noteWindow(of expectation: Int, at instant: MonotonicInstant) {
    let state = machine.expectations[expectations[expectation]]
    guard state.bounds.isInverted, state.surplus?.fulfillment.instant == instant else { return }
    let isForbidden = state.memberships.contains { membership in
      machine.waits[membership.wait].verdict.map {
        if case .forbidden = $0.kind { $0.instant == instant } else { false }
      } ?? true
    }
    cameAfterItsWindow[expectation] = !isForbidden && (state.isAwaited || !state.memberships.isEmpty)
  }

  /// While the clock stands still, no wait times out that had time left when the stall began.
  private mutating func noteStall(of expectation: Int) {
    guard clock.awaitsAnswers, scenario.tolerance == 0 else { return }
    for (wait, spec) in scenario.waits.enumerated() where spec.members == [expectation] && checks[wait] != .never {
      let stoodAt = clock.instant(at: MonotonicInstant(nanoseconds: now))
      // Each event moves even a clock that stands still, by one.
      if ends[wait] == nil, stoodAt.nanoseconds <= spec.deadline - ownTime[wait] { cameInAStall[wait] = true }
    }
  }

  private mutating func advance(_ wait: Int, _ stage: Stage, on thread: Int) throws {
    let next: Stage
    switch stage {
    case .begin: next = try begin(wait)
    case .setTimer:
      set(wait)
      next = .park
    case .park:
      next = permits[wait].park() ? .finish : .sleeping
    case .sleeping:
      next = .finish
    case .finish:
      try finish(wait)
      return
    }
    if next == .begin { return }
    threads[thread].frames.append(.waiting(wait, next))
  }

  private mutating func begin(_ wait: Int) throws -> Stage {
    let spec = scenario.waits[wait]
    let parameters = WaitParameters(
      rule: spec.rule, isPassive: spec.isPassive, usesExternalClock: spec.usesExternalClock,
      endsOnSuccess: spec.endsOnSuccess, place: FulfillmentPlace(wait), occupiedQueue: spec.blocksMain ? .main : [],
      deadline: MonotonicInstant(nanoseconds: spec.deadline),
      invertedDeadline: MonotonicInstant(nanoseconds: spec.invertedDeadline), outer: spec.outer.flatMap { keys[$0] })
    let members = TinyArray(
      all: spec.members.indices.map {
        WaitMember(expectation: expectations[spec.members[$0]], endsInversion: $0 == spec.signal)
      })
    let instant = tick()
    let beginning = machine.begin(members, parameters: parameters, waiter: WaiterReference(wait), at: instant)
    switch beginning {
    case .ended(let verdict):
      started[wait] = instant
      try check(verdict, spec, wait)
      try end(wait, verdict)
      return .begin
    case .pending(let key, let nextCheck):
      keys[wait] = key
      started[wait] = instant
      checks[wait] = nextCheck
      if nextCheck != .never { clock.expectCheck(at: clock.realInstant(of: nextCheck).next) }
    }
    return .setTimer
  }

  /// Begins a wait without a sleeping thread, like the monitor of a condition.
  private mutating func monitor(_ wait: Int) throws {
    guard try begin(wait) == .setTimer else { return }
    set(wait)
  }

  private mutating func set(_ wait: Int) {
    if checks[wait] != .never { deadlines[wait] = min(checks[wait], deadlines[wait] ?? .never) }
  }

  /// The deadline timer then checks each wait that blocks the queue.
  private mutating func passOwnTime(_ time: Int64) throws {
    for (wait, key) in keys.enumerated() where scenario.waits[wait].blocksMain {
      guard let key, machine.isUndecided(key) else { continue }
      ownTime[wait] += time
    }
    machine.bringForward(by: OwnTime.Passed(main: time))
    for (wait, key) in keys.enumerated() where scenario.waits[wait].blocksMain {
      guard let key, machine.isUndecided(key) else { continue }
      deadlines[wait] = machine.waits[key].nextCheck(after: last)
    }
  }

  // MARK: The clock and the deadline timer

  private var isTimerDue: Bool {
    !clock.awaitsAnswers && deadlines.values.contains { clock.realInstant(of: $0).nanoseconds < now }
  }

  /// The instant of the next check by the deadline timer.
  private var nextCheck: MonotonicInstant {
    deadlines.values.min().map { clock.realInstant(of: $0).next } ?? .never
  }

  /// The deadline timer takes a due deadline, and checks its wait under another lock.
  private mutating func fire() throws {
    guard let wait = firing else {
      checkClock()
      let fair = clock.instant(at: MonotonicInstant(nanoseconds: now))
      // The earliest deadline, if it is due after this check.
      guard let due = deadlines.filter({ $0.value < fair }).min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
        return
      }
      firing = due.key
      deadlines[due.key] = nil
      return
    }
    firing = nil
    let key = keys[wait]!
    let action = handle(on: timerThread, at: tick()) { $0.expire(key, at: $1) }
    if let next = action.nextCheck { deadlines[wait] = next }
    checkClock()
  }

  private mutating func checkClock() {
    _ = clock.check(at: MonotonicInstant(nanoseconds: now), next: .never)
    let next = max(nextCheck, MonotonicInstant(nanoseconds: now))
    _ = clock.check(at: MonotonicInstant(nanoseconds: now), next: next)
  }

  private mutating func beat() {
    checkClock()
    _ = clock.beat(at: MonotonicInstant(nanoseconds: now))
    // One stalled queue represents all of them.
    for queue in [QueueSet.global, .mediumPool, .highPool] {
      _ = clock.answer(queue, at: MonotonicInstant(nanoseconds: now))
    }
  }

  /// Sends one event to the machine. A later step wakes the granted waiters.
  @discardableResult
  private mutating func handle(
    on thread: Int, at instant: MonotonicInstant, _ event: (inout Machine, MonotonicInstant) -> Action
  ) -> Action {
    let action = event(&machine, instant)
    for wakeup in action.wakeups {
      successes[wakeup.waiter.number] = wakeup.success
      grant(wakeup.waiter.number, on: thread)
      if grantsTwice { grant(wakeup.waiter.number, on: thread) }
    }
    return action
  }

  private mutating func grant(_ wait: Int, on thread: Int) {
    if waiter == .thread || permits[wait].grant() { threads[thread].wakeups.append(wait) }
  }

  private mutating func wake(_ wait: Int) {
    if waiter == .thread, !permits[wait].grant() { return }
    resumes[wait] += 1
    isAwake[wait] = true
  }

  private mutating func tick() -> MonotonicInstant {
    now += 1
    last = clock.tick(at: MonotonicInstant(nanoseconds: now))
    return last
  }

  // MARK: Checks

  private mutating func finish(_ wait: Int) throws {
    let spec = scenario.waits[wait]
    if let success = successes[wait] {
      try check(!machine.waits.contains(keys[wait]!), "wait \(wait) goes on after its success")
      try check(success, spec, wait)
      try end(wait, success)
      return
    }
    guard let verdict = machine.waits[keys[wait]!].verdict else {
      throw Violation(description: "wait \(wait) ends without a verdict")
    }
    try check(verdict, spec, wait)
    try end(wait, machine.end(keys[wait]!))
  }

  private mutating func end(_ wait: Int, _ verdict: Verdict) throws {
    let spec = scenario.waits[wait]
    try check(ends[wait] == nil, "wait \(wait) ended twice")
    ends[wait] = verdict
    for position in verdict.reportedSurpluses { judgedSurpluses[spec.members[position]] += 1 }
  }

  /// Checks that a verdict follows from the instants of the fulfillments alone.
  private func check(_ verdict: Verdict, _ spec: Scenario.Wait, _ wait: Int) throws {
    let isUp = spec.usesExternalClock && hasTimeBeenUp[wait]
    let bound = max(spec.deadline - ownTime[wait], started[wait].nanoseconds)
    let deadline = isUp ? min(bound, verdict.instant.nanoseconds) : bound
    let states = spec.members.map { machine.expectations[expectations[$0]] }
    let wanted = states.indices.filter { $0 != spec.signal && !states[$0].bounds.isInverted }.map { states[$0] }
    let inTime = wanted.filter { $0.completedAt.map { $0.nanoseconds <= deadline } ?? false }
    let hasInverted = states.contains { $0.bounds.isInverted }
    let signaledAt = spec.signal.map { states[$0].completedAt?.nanoseconds ?? .max }
    let lacksSignal = hasInverted && signaledAt.map { $0 > deadline } ?? false
    switch verdict.kind {
    case .completed(let first?):
      let state = machine.expectations[expectations[spec.members[first]]]
      try check(state.completedAt!.nanoseconds <= deadline, "wait \(wait) passed late")
    case .completed(nil):
      try check(inTime.count == wanted.count, "wait \(wait) passed with \(inTime.count) of \(wanted.count)")
      let isPast = verdict.instant.nanoseconds > spec.invertedDeadline - ownTime[wait] && !spec.usesExternalClock
      let isOver = isPast || isUp || signaledAt != nil || verdict.instant == started[wait]
      try check(!lacksSignal, "wait \(wait) passed without its signal")
      try check(!hasInverted || isOver, "wait \(wait) cut its window short")
    case .timedOut where cameInAStall[wait]:
      throw Violation(description: "wait \(wait) timed out, though it was fulfilled in a stall")
    case .timedOut:
      let isOver = verdict.instant.nanoseconds > deadline || verdict.instant == started[wait] || isUp
      try check(isOver, "wait \(wait) timed out early")
      let isMissed = spec.rule == .any ? inTime.isEmpty : inTime.count < wanted.count
      // At the bound, it is unknown whether the window on the other clock is over.
      let isUnknown = spec.usesExternalClock && hasInverted
      try check(isMissed || lacksSignal || isUnknown, "wait \(wait) timed out though all came in time")
    case .forbidden(let position):
      let state = machine.expectations[expectations[spec.members[position]]]
      try check(
        state.bounds.isInverted && state.surplus != nil, "wait \(wait) saw something forbidden that did not happen")
      // While something must still happen, the window stays open.
      let isOpen = !wanted.isEmpty || spec.usesExternalClock || spec.signal != nil
      let isWithin = verdict.instant.nanoseconds <= spec.invertedDeadline - ownTime[wait]
      try check(
        isWithin || isOpen || verdict.instant == started[wait],
        "wait \(wait) saw something forbidden after its window")
    case .outOfOrder(let early, let awaited):
      let states = [early, awaited].map { machine.expectations[expectations[spec.members[$0]]] }
      let wasEarly = states[1].completedAt.map { $0 > states[0].completedAt! } ?? true
      try check(early > awaited && wasEarly, "wait \(wait) saw an order that was not broken")
    case .failed(let position):
      let state = machine.expectations[expectations[spec.members[position]]]
      try check(state.failedAt != nil, "wait \(wait) failed without an error")
    case .interrupted:
      let outer = machine.waits[keys[spec.outer!]!].verdict?.kind
      try check(outer == .timedOut || outer == .interrupted, "wait \(wait) was interrupted by a wait that goes on")
    case .cancelled: break
    case .impossible, .unreachable, .valueless, .empty:
      throw Violation(description: "wait \(wait) cannot have ended as \(verdict.kind)")
    }
  }

  /// Checks the end of an interleaving: no waiter is asleep, no deadline is set, and every problem is reported exactly
  /// once.
  func checkEnd() throws {
    for (index, thread) in threads.enumerated() {
      for case .waiting(let wait, let stage) in thread.frames {
        throw Violation(description: "thread \(index) is stuck in wait \(wait), \(stage)")
      }
    }
    try check(deadlines.isEmpty || deadlines.keys.allSatisfy { ends[$0] != nil }, "a deadline is left for a live wait")
    try check(machine.waits.count == 0, "a wait is left")
    for (wait, count) in resumes.enumerated() { try check(count <= 1, "wait \(wait) was resumed \(count) times") }
    for (index, key) in expectations.enumerated() {
      var released = machine
      let remaining = released.release(key)
      let state = machine.expectations[key]
      try check(state.memberships.isEmpty, "expectation \(index) is still in a wait")
      // A wait that begins after the window still reports a fulfillment that came after it.
      let owed = state.surplus == nil || (cameAfterItsWindow[index] && judgedSurpluses[index] == 0) ? 0 : 1
      let isOwedStill = state.hasUnreportedSurplus
      let hasNothingToReport = (state.isJudged || state.isRead) && !isOwedStill
      try check(
        remaining == (hasNothingToReport ? nil : state) && !released.expectations.contains(key),
        "expectation \(index) was released with something else to report")
      let paid = reports[index] + judgedSurpluses[index] + (isOwedStill ? 1 : 0)
      try check(paid == owed, "surplus \(index) was reported \(paid) times")
      try check(lateReports[index] <= 1, "lateness \(index) was reported \(lateReports[index]) times")
    }
  }

  private func check(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    guard !condition else { return }
    throw Violation(description: text())
  }
}

extension Model {
  static func == (one: Self, other: Self) -> Bool { fatalError("states are compared by their hashes") }

  /// Hashes everything that affects the rest of an interleaving or its checks.
  func hash(into hasher: inout Hasher) {
    hasher.combine(machine)
    hasher.combine(clock)
    hasher.combine(last)
    hasher.combine(cameInAStall)
    hasher.combine(permits)
    hasher.combine(isAwake)
    hasher.combine(resumes)
    hasher.combine(hasRunCallback)
    hasher.combine(hasTimeBeenUp)
    hasher.combine(ownTime)
    hasher.combine(checks)
    hasher.combine(started)
    hasher.combine(successes)
    hasher.combine(ends)
    hasher.combine(keys)
    hasher.combine(deadlines)
    hasher.combine(firing)
    hasher.combine(reports)
    hasher.combine(lateReports)
    hasher.combine(judgedSurpluses)
    hasher.combine(cameAfterItsWindow)
    hasher.combine(threads)
    hasher.combine(now)
  }
}

/// Runs every interleaving of a scenario, depth first.
///
/// Interleavings that reach the same state continue in the same way, so each state is continued once and the number of
/// its continuations is kept. States are distinguished by 128 bits of hash.
struct Explorer<Permit: ModelPermit> {
  private struct Fingerprint: Hashable {
    let one: Int
    let other: Int

    init(_ model: Model<Permit>) {
      one = model.hashValue
      var hasher = Hasher()
      hasher.combine(0x9E37)
      model.hash(into: &hasher)
      other = hasher.finalize()
    }
  }

  private var continuations: [Fingerprint: Int] = [:]

  /// The number of different states.
  var states: Int { continuations.count }
  /// The number of direct wake-ups in these states.

  /// Returns the number of interleavings.
  mutating func explore(_ scenario: Scenario, _ waiter: ModelWaiter = .task, grantsTwice: Bool = false) throws -> Int {
    try descend(Model<Permit>(scenario, waiter, grantsTwice: grantsTwice))
  }

  private mutating func descend(_ model: Model<Permit>) throws -> Int {
    let fingerprint = Fingerprint(model)
    if let known = continuations[fingerprint] { return known }
    var moves: [Model<Permit>.Move] = []
    model.appendMoves(to: &moves)
    if moves.isEmpty { try model.checkEnd() }
    var interleavings = moves.isEmpty ? 1 : 0
    for move in moves {
      var branch = model
      try branch.perform(move)
      interleavings += try descend(branch)
    }
    continuations[fingerprint] = interleavings
    return interleavings
  }
}
