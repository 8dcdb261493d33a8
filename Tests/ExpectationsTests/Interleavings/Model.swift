@testable import Expectations

/// A permit as the model uses it, so that a broken one can be put in its place.
protocol ModelPermit: Hashable, Sendable {
  init()
  /// Returns whether the sleeper is not to sleep.
  mutating func park() -> Bool
  /// Returns whether the sleeper is to be woken.
  mutating func unpark() -> Bool
}

/// The real one.
struct RealPermit: ModelPermit {
  private var permit = Permit<Int>()
  mutating func park() -> Bool { permit.park(0) != nil }
  mutating func unpark() -> Bool { permit.unpark() != nil }
}

/// A running scenario: the real machine and the real permits, and threads whose steps are the critical sections of the
/// real code. What happens between two of them can happen in any order.
struct Model<Permit: ModelPermit>: Hashable, Sendable {
  /// What is wrong with an interleaving.
  struct Violation: Error, CustomStringConvertible {
    var description: String
  }

  private enum Stage: Hashable {
    case begin, arm, park, sleeping, finish
  }

  private enum Frame: Hashable {
    case program([Scenario.Operation], next: Int)
    case waiting(Int, Stage)
  }

  private struct Thread: Hashable {
    var frames: [Frame]
    var unparks: [Wake<Int>] = []
  }

  private let scenario: Scenario
  private let unparksTwice: Bool
  private var engine = DeferringMachine<Int, Int>()
  private var clock: FairClock
  private var last = Instant(nanoseconds: .min)
  /// Of each expectation, whether it happened after the window in which it must not.
  private var cameAfterItsWindow: [Bool]
  /// Of each wait, whether what it is for came while the clock stood still.
  private var cameInAStall: [Bool]
  private var expectations: [SlotKey] = []
  private var keys: [SlotKey?]
  private var permits: [Permit]
  private var isAwake: [Bool]
  private var resumes: [Int]
  private var hasRunCallback: [Bool]
  private var hasTimeBeenUp: [Bool]
  private var looks: [Instant]
  private var started: [Instant]
  private var successes: [Verdict?]
  private var finishes: [Finish?]
  private var alarms: [Int: Instant] = [:]
  private var ringing: Int?
  private var reports: [Int]
  private var lateReports: [Int]
  private var claims: [Int]
  private var threads: [Thread]
  private var now: Int64 = 0

  /// With `unparksTwice` every waiter that is to be woken is woken by two calls, which must do no more than one.
  init(_ scenario: Scenario, unparksTwice: Bool) {
    self.scenario = scenario
    self.unparksTwice = unparksTwice
    let waits = scenario.waits.count
    keys = Array(repeating: nil, count: waits)
    permits = Array(repeating: Permit(), count: waits)
    isAwake = Array(repeating: false, count: waits)
    resumes = Array(repeating: 0, count: waits)
    hasRunCallback = Array(repeating: false, count: waits)
    hasTimeBeenUp = hasRunCallback
    cameInAStall = hasRunCallback
    looks = Array(repeating: .never, count: waits)
    started = looks
    successes = Array(repeating: nil, count: waits)
    finishes = Array(repeating: nil, count: waits)
    reports = Array(repeating: 0, count: scenario.expectations.count)
    lateReports = reports
    claims = reports
    cameAfterItsWindow = reports.map { _ in false }
    // The last thread is the alarm's.
    threads = (scenario.threads + [[]]).map { Thread(frames: [.program($0, next: 0)]) }
    clock = FairClock(stallLimit: 1_000_000, tolerance: scenario.tolerance)
    expectations = scenario.expectations.map { engine.machine.admit($0) }
  }

  /// The machine, told of everything. The engine itself is told no sooner than somebody asks.
  private var machine: WaitMachine<Int, Int> {
    var copy = engine
    return copy.machine
  }

  private var alarmThread: Int { threads.count - 1 }

  // MARK: Steps

  /// What can happen next: a thread, and whether its run loop runs a callback instead of going on.
  enum Move: Hashable {
    case step(Int)
    case callback(Int)
    /// Nothing else happens until the alarm looks.
    case idle
  }

  func appendMoves(to moves: inout [Move]) {
    for thread in threads.indices {
      if canStep(thread) { moves.append(.step(thread)) }
      if case .waiting(let wait, .sleeping)? = threads[thread].frames.last, threads[thread].unparks.isEmpty,
        !scenario.waits[wait].callback.isEmpty, !hasRunCallback[wait]
      {
        moves.append(.callback(thread))
      }
    }
    if moves.isEmpty, !clock.isHeld, nextLook != .never { moves.append(.idle) }
  }

  private func canStep(_ thread: Int) -> Bool {
    if !threads[thread].unparks.isEmpty { return true }
    if thread == alarmThread { return ringing != nil || isAlarmDue }
    switch threads[thread].frames.last {
    case .program(let operations, let next)?:
      guard next < operations.count else { return false }
      // A task can only be cancelled at a time when somebody has it.
      switch operations[next] {
      case .cancel(let wait), .timeUp(let wait), .dismiss(let wait): return keys[wait] != nil || finishes[wait] != nil
      // A stall ends when the queue has been asked.
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
    case .idle: now = max(now, nextLook.nanoseconds)
    case .callback(let thread):
      guard case .waiting(let wait, _)? = threads[thread].frames.last else { return }
      hasRunCallback[wait] = true
      threads[thread].frames.append(.program(scenario.waits[wait].callback, next: 0))
    case .step(let thread):
      if !threads[thread].unparks.isEmpty {
        unpark(threads[thread].unparks.removeFirst())
      } else if thread == alarmThread {
        ring()
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
      if let key = keys[wait] { handle(engine.machine.cancel(key, at: tick()), on: thread) }
    case .timeUp(let wait):
      hasTimeBeenUp[wait] = true
      if let key = keys[wait] { handle(engine.machine.timeUp(key, at: tick()), on: thread) }
    case .clock(let instant): now = max(now, instant)
    case .beat: beat()
    case .answer(let queue): _ = clock.answer(queue, at: Instant(nanoseconds: now))
    case .oversee(let wait): try oversee(wait)
    case .dismiss(let wait):
      guard let key = keys[wait], finishes[wait] == nil else { return }
      finishes[wait] = Finish(verdict: Verdict(kind: .cancelled, instant: last), sawSurplus: false, claimed: [])
      engine.dismiss(key, at: tick())
    case .wait(let wait): threads[thread].frames.append(.waiting(wait, .begin))
    }
  }

  private mutating func fulfill(_ expectation: Int, isError: Bool, on thread: Int) throws {
    let (key, instant) = (expectations[expectation], tick())
    noteStall(of: expectation)
    var plain = machine
    let promised = isError ? nil : plain.fulfill(key, at: instant, place: expectation, isError: false)
    var effects: Effects<Int, Int>?
    let success = engine.fulfill(key, at: instant, place: expectation, isError: isError, &effects)
    if let success {
      // A trigger promises what the machine would do, and leaves the same behind.
      let wake = Wake(waiter: success.waiter, success: success.verdict)
      try check(promised == Effects(wake: [wake]), "a trigger of \(expectation) promised something else")
      try check(machine == plain, "a trigger of \(expectation) leaves something else behind")
      handle(Effects(wake: [wake]), on: thread)
    }
    guard let effects else { return }
    noteWindow(of: expectation, at: instant)
    handle(effects, on: thread)
    switch effects.notice {
    case .surplus?: reports[expectation] += 1
    case .late?: lateReports[expectation] += 1
    case nil: break
    }
  }

  /// What must not happen has just happened: too late for every wait that has looked for it?
  private mutating func noteWindow(of expectation: Int, at instant: Instant) {
    let machine = machine
    let state = machine.expectations[expectations[expectation]]
    guard state.bounds.isQuiet, state.surplus?.extra.instant == instant else { return }
    let isForbidden = state.memberships.contains { membership in
      machine.waits[membership.wait].verdict.map {
        if case .forbidden = $0.kind { $0.instant == instant } else { false }
      } ?? true
    }
    cameAfterItsWindow[expectation] = !isForbidden && (state.isAwaited || !state.memberships.isEmpty)
  }

  /// While the clock stands still, no wait runs out of time that had some when the stall began.
  private mutating func noteStall(of expectation: Int) {
    guard clock.isHeld, scenario.tolerance == 0 else { return }
    for (wait, spec) in scenario.waits.enumerated() where spec.members == [expectation] && looks[wait] != .never {
      let stoodAt = clock.instant(at: Instant(nanoseconds: now))
      // Events move even a clock on that stands still, by one each.
      if finishes[wait] == nil, stoodAt.nanoseconds <= spec.deadline { cameInAStall[wait] = true }
    }
  }

  private mutating func advance(_ wait: Int, _ stage: Stage, on thread: Int) throws {
    let next: Stage
    switch stage {
    case .begin: next = try begin(wait)
    case .arm:
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
    let terms = WaitTerms(
      rule: spec.rule, onlyWatches: spec.onlyWatches, isTimedElsewhere: spec.isTimedElsewhere,
      endsWithSuccess: spec.endsWithSuccess, place: wait,
      deadline: Instant(nanoseconds: spec.deadline),
      quietEnd: Instant(nanoseconds: spec.quietEnd), outer: spec.outer.flatMap { keys[$0] })
    let members = Few(
      all: spec.members.indices.map {
        WaitMember(expectation: expectations[spec.members[$0]], endsQuiet: $0 == spec.signal)
      })
    let instant = tick()
    var (quick, thorough) = (machine, machine)
    let isAcknowledged =
      members.count == 1 && !spec.onlyWatches && quick.acknowledge(members[0].expectation, at: wait)
    let beginning = engine.machine.begin(members, terms: terms, waiter: wait, at: instant)
    try check(
      beginning == thorough.beginAfterSurvey(of: members, terms: terms, waiter: wait, at: instant)
        && machine == thorough, "wait \(wait) began in another way than after a survey")
    switch beginning {
    case .decided(let finish):
      started[wait] = instant
      try check(finish.verdict, spec, wait)
      if isAcknowledged { try checkAcknowledgement(finish, of: members[0].expectation, in: quick) }
      try end(wait, finish)
      return .begin
    case .pending(let key, let nextLook):
      try check(!isAcknowledged, "wait \(wait) was acknowledged, but it goes on")
      keys[wait] = key
      started[wait] = instant
      looks[wait] = nextLook
      if nextLook != .never { clock.expectLook(at: clock.realInstant(of: nextLook).next) }
    }
    return .arm
  }

  /// Begins a wait that nobody sleeps in, as the overseer of a condition does.
  private mutating func oversee(_ wait: Int) throws {
    guard try begin(wait) == .arm else { return }
    set(wait)
  }

  private mutating func set(_ wait: Int) {
    if looks[wait] != .never { alarms[wait] = looks[wait] }
  }

  private func checkAcknowledgement(_ finish: Finish, of key: SlotKey, in quick: WaitMachine<Int, Int>) throws {
    guard case .completed = finish.verdict.kind, !finish.sawSurplus, finish.claimed.isEmpty else {
      throw Violation(description: "what was acknowledged ended as \(finish)")
    }
    let (one, other) = (machine.expectations[key], quick.expectations[key])
    try check(
      one.isAwaited && other.isAwaited && one.lastWait?.place == other.lastWait?.place
        && one.memberships.count == other.memberships.count, "an acknowledgement leaves something else behind")
  }

  // MARK: The clock and the alarm

  private var isAlarmDue: Bool {
    !clock.isHeld && alarms.values.contains { clock.realInstant(of: $0).nanoseconds < now }
  }

  /// When the alarm is to look, as things stand.
  private var nextLook: Instant {
    alarms.values.min().map { clock.realInstant(of: $0).next } ?? .never
  }

  /// The alarm takes a deadline that is due, and looks at its wait under another lock.
  private mutating func ring() {
    guard let wait = ringing else {
      look()
      let fair = clock.instant(at: Instant(nanoseconds: now))
      // The earliest, if it is due after this look.
      guard let due = alarms.filter({ $0.value < fair }).min(by: { ($0.value, $0.key) < ($1.value, $1.key) }) else {
        return
      }
      ringing = due.key
      alarms[due.key] = nil
      return
    }
    ringing = nil
    let effects = engine.machine.expire(keys[wait]!, at: tick())
    handle(effects, on: alarmThread)
    if let look = effects.nextLook { alarms[wait] = look }
    look()
  }

  private mutating func look() {
    _ = clock.look(at: Instant(nanoseconds: now), next: .never)
    let next = max(nextLook, Instant(nanoseconds: now))
    _ = clock.look(at: Instant(nanoseconds: now), next: next)
  }

  private mutating func beat() {
    look()
    _ = clock.beat(at: Instant(nanoseconds: now))
    // One that stalls stands for all.
    for queue in [QueueSet.global, .mediumPool, .highPool] { _ = clock.answer(queue, at: Instant(nanoseconds: now)) }
  }

  private mutating func handle(_ effects: Effects<Int, Int>, on thread: Int) {
    for wake in effects.wake { threads[thread].unparks += unparksTwice ? [wake, wake] : [wake] }
  }

  private mutating func unpark(_ wake: Wake<Int>) {
    let wait = wake.waiter
    successes[wait] = wake.success
    guard permits[wait].unpark() else { return }
    resumes[wait] += 1
    isAwake[wait] = true
  }

  private mutating func tick() -> Instant {
    now += 1
    last = clock.tick(at: Instant(nanoseconds: now))
    return last
  }

  /// How many expectations have a trigger that could be pulled now.
  var triggers: Int {
    expectations.count { expectation in
      var copy = machine
      return copy.pull(expectation, at: last.next) != nil
    }
  }

  // MARK: Checks

  private mutating func finish(_ wait: Int) throws {
    let spec = scenario.waits[wait]
    if let success = successes[wait] {
      try check(!machine.waits.contains(keys[wait]!), "wait \(wait) goes on after its success")
      try check(success, spec, wait)
      try end(wait, Finish(verdict: success, sawSurplus: false, claimed: []))
      return
    }
    guard let verdict = machine.waits[keys[wait]!].verdict else {
      throw Violation(description: "wait \(wait) ends without a verdict")
    }
    try check(verdict, spec, wait)
    try end(wait, engine.machine.finish(keys[wait]!))
  }

  private mutating func end(_ wait: Int, _ finish: Finish) throws {
    let spec = scenario.waits[wait]
    try check(finishes[wait] == nil, "wait \(wait) ended twice")
    finishes[wait] = finish
    for position in finish.claimed { claims[spec.members[position]] += 1 }
  }

  /// A verdict agrees with the instants of the fulfillments, and with nothing else.
  private func check(_ verdict: Verdict, _ spec: Scenario.Wait, _ wait: Int) throws {
    let isUp = spec.isTimedElsewhere && hasTimeBeenUp[wait]
    let bound = max(spec.deadline, started[wait].nanoseconds)
    let deadline = isUp ? min(bound, verdict.instant.nanoseconds) : bound
    let states = spec.members.map { machine.expectations[expectations[$0]] }
    let wanted = states.indices.filter { $0 != spec.signal && !states[$0].bounds.isQuiet }.map { states[$0] }
    let hasSignal = spec.signal.map { states[$0].isComplete } ?? false
    let inTime = wanted.filter { $0.completedAt.map { $0.nanoseconds <= deadline } ?? false }
    let hasQuiet = states.contains { $0.bounds.isQuiet }
    switch verdict.kind {
    case .completed(let first?):
      let state = machine.expectations[expectations[spec.members[first]]]
      try check(state.completedAt!.nanoseconds <= deadline, "wait \(wait) passed late")
    case .completed(nil):
      try check(inTime.count == wanted.count, "wait \(wait) passed with \(inTime.count) of \(wanted.count)")
      let isPast = verdict.instant.nanoseconds > spec.quietEnd && !spec.isTimedElsewhere
      let isOver = isPast || isUp || hasSignal || verdict.instant == started[wait]
      try check(!hasQuiet || isOver, "wait \(wait) cut its window short")
    case .timedOut where cameInAStall[wait]:
      throw Violation(description: "wait \(wait) timed out, though it was fulfilled in a stall")
    case .timedOut:
      let isOver = verdict.instant.nanoseconds > deadline || verdict.instant == started[wait] || isUp
      try check(isOver, "wait \(wait) timed out early")
      let isMissed = spec.rule == .any ? inTime.isEmpty : inTime.count < wanted.count
      // At the bound, nobody knows whether the window on the other clock is over.
      let isUnknown = spec.isTimedElsewhere && hasQuiet
      try check(isMissed || isUnknown, "wait \(wait) timed out though all came in time")
    case .forbidden(let position):
      let state = machine.expectations[expectations[spec.members[position]]]
      try check(
        state.bounds.isQuiet && state.surplus != nil, "wait \(wait) saw something forbidden that did not happen")
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

  /// Nothing can happen any more: nobody may be left asleep, no alarm set, nothing unreported or reported twice.
  func checkEnd() throws {
    for (index, thread) in threads.enumerated() {
      for case .waiting(let wait, let stage) in thread.frames {
        throw Violation(description: "thread \(index) is stuck in wait \(wait), \(stage)")
      }
    }
    try check(alarms.isEmpty || alarms.keys.allSatisfy { finishes[$0] != nil }, "an alarm is left for a live wait")
    try check(machine.waits.count == 0, "a wait is left")
    for (wait, count) in resumes.enumerated() { try check(count <= 1, "wait \(wait) was resumed \(count) times") }
    var machine = machine
    for (index, key) in expectations.enumerated() {
      var other = machine
      let isForgotten = other.forget(key)
      let state = machine.release(key)!
      try check(state.memberships.isEmpty, "expectation \(index) is still in a wait")
      // Whoever waits again for what came after the window is told of it all the same.
      let owed = state.surplus == nil || (cameAfterItsWindow[index] && claims[index] == 0) ? 0 : 1
      let isOwedStill = state.owesSurplus
      try check(
        isForgotten == ((state.isAwaited || state.isRead) && !isOwedStill) && (!isForgotten || other == machine),
        "expectation \(index) was forgotten in another way than released")
      let paid = reports[index] + claims[index] + (isOwedStill ? 1 : 0)
      try check(paid == owed, "surplus \(index) was reported \(paid) times")
      try check(lateReports[index] <= 1, "lateness \(index) was told \(lateReports[index]) times")
    }
  }

  private func check(_ condition: Bool, _ text: @autoclosure () -> String) throws {
    guard !condition else { return }
    throw Violation(description: text())
  }
}

extension Model {
  static func == (one: Self, other: Self) -> Bool { fatalError("states are told apart by their hashes") }

  /// Everything that the future of an interleaving, and what is checked in it, depends on.
  func hash(into hasher: inout Hasher) {
    hasher.combine(engine)
    hasher.combine(clock)
    hasher.combine(last)
    hasher.combine(cameInAStall)
    hasher.combine(permits)
    hasher.combine(isAwake)
    hasher.combine(resumes)
    hasher.combine(hasRunCallback)
    hasher.combine(hasTimeBeenUp)
    hasher.combine(looks)
    hasher.combine(started)
    hasher.combine(successes)
    hasher.combine(finishes)
    hasher.combine(keys)
    hasher.combine(alarms)
    hasher.combine(ringing)
    hasher.combine(reports)
    hasher.combine(lateReports)
    hasher.combine(claims)
    hasher.combine(cameAfterItsWindow)
    hasher.combine(threads)
    hasher.combine(now)
  }
}

/// Runs every interleaving of a scenario, depth first.
///
/// Interleavings that meet in the same state go on alike, so each state is continued once and the number of its
/// continuations remembered. States are told apart by 128 bits of hash.
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

  /// How many different states there were.
  var states: Int { continuations.count }
  /// How many triggers were set in them.
  private(set) var triggers = 0

  /// Returns the number of interleavings.
  mutating func explore(_ scenario: Scenario, unparksTwice: Bool = false) throws -> Int {
    try descend(Model<Permit>(scenario, unparksTwice: unparksTwice))
  }

  private mutating func descend(_ model: Model<Permit>) throws -> Int {
    let fingerprint = Fingerprint(model)
    if let known = continuations[fingerprint] { return known }
    triggers += model.triggers
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
