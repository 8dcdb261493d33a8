@testable import Expectations

/// What a sleeping task or thread waits on. A test can replace it with a broken one.
protocol ModelPermit: Hashable, Sendable {
  init()
  /// The engine grants it under its lock.
  mutating func grant()
  /// Returns whether the waiter continues at once.
  mutating func park() -> Bool
  /// Returns whether the call wakes the waiter, now or when it parks.
  mutating func wake() -> Bool
}

/// What a `Wait` does with a continuation: the waiter looks for the permit before it parks.
struct TaskPermit: ModelPermit {
  private var (isGranted, isParked) = (false, false)
  mutating func grant() { isGranted = true }
  mutating func park() -> Bool {
    if !isGranted { isParked = true }
    return isGranted
  }
  mutating func wake() -> Bool { isParked }
}

/// What a `Wait` does with a semaphore: it counts, so a waiter that parks later continues, too.
struct ThreadPermit: ModelPermit {
  func grant() {}
  func park() -> Bool { false }
  func wake() -> Bool { true }
}

/// A running scenario: the library's engine without its lock and timer, and threads whose steps are the critical
/// sections of the library. Between two steps of a thread, the other threads can run in any order.
struct Model<Permit: ModelPermit>: Hashable, Sendable {
  struct Violation: Error, CustomStringConvertible { var description: String }

  private enum Stage: Hashable {
    case begin, park, sleeping, finish
  }

  private enum Frame: Hashable {
    case program([Scenario.Operation], next: Int)
    case waiting(Int, Stage)
  }

  private struct Thread: Hashable {
    var frames: [Frame]
    /// The waits that it wakes after it has released the lock.
    var wakeups: [Int] = []
  }

  private let scenario: Scenario
  /// Objects that are nothing but identities here.
  private let references: [WaitReference]
  private var engine = EngineState(setTimer: { _ in })
  private var threads: [Thread]
  private var now: Nanoseconds = 0
  private var expectations: [Awaited]
  private var waits: [Waiting]
  /// The queues with a probe that they have not answered.
  private var probed: QueueSet = []
  /// When the main queue got each probe, and answered it.
  private var silences: [Silence] = []

  private struct Silence: Hashable {
    var began: Instant
    var ended: Instant?
  }

  private static var stallLimit: Nanoseconds { 300_000_000 }

  private struct Awaited: Hashable {
    let key: TableKey
    var log: Reference.Log
    var reportedExtras = 0
    var lateReports = 0
    /// Whether what must not happen happened when no wait forbade it anymore.
    var isForgiven = false
  }

  private struct Waiting: Hashable {
    var key: TableKey?
    var permit = Permit()
    var isAwake = false
    var hasRunCallback = false
    var started: Moment?
    var decided: Verdict?
    var endedAt: Instant?
    var cancelledAt: Moment?
    var timeUpAt: Moment?
    var foundInRealTimeAt: Instant?
    var outer: Int?
  }

  init(_ scenario: Scenario, _ references: [WaitReference]) {
    self.scenario = scenario
    self.references = references
    waits = scenario.waits.map { _ in Waiting() }
    // The last two threads are the timer and the queues that answer probes.
    threads = (scenario.threads + [[], []]).map { Thread(frames: [.program($0, next: 0)]) }
    engine.clock = FairClock(stallLimit: Self.stallLimit)
    expectations = []
    for bounds in scenario.expectations {
      let key = engine.machine.expectations.insert(ExpectationState(origin: nil, bounds: bounds))
      expectations.append(Awaited(key: key, log: Reference.Log(bounds: bounds)))
    }
  }

  private var timer: Int { threads.count - 2 }
  private var queues: Int { threads.count - 1 }

  // MARK: Steps

  /// A possible next step: a thread, and whether its run loop runs a callback instead of continuing.
  enum Move: Hashable {
    case step(Int)
    case callback(Int)
    /// Time passes until the timer is due.
    case time
  }

  func moves() -> [Move] {
    var moves: [Move] = []
    // Queues that are not held answer before more time passes.
    if scenario.timePasses, canStep(queues) { return [.step(queues)] }
    for thread in threads.indices {
      if canStep(thread) { moves.append(.step(thread)) }
      if case .waiting(let wait, .sleeping)? = threads[thread].frames.last, threads[thread].wakeups.isEmpty,
        !scenario.waits[wait].callback.isEmpty, !waits[wait].hasRunCallback
      {
        moves.append(.callback(thread))
      }
    }
    let isTimerIdle = engine.firesAt == .never || engine.firesAt.nanoseconds <= now
    if !isTimerIdle, scenario.timePasses || moves.isEmpty { moves.append(.time) }
    return moves
  }

  private func canStep(_ thread: Int) -> Bool {
    if !threads[thread].wakeups.isEmpty { return true }
    if thread == timer { return engine.firesAt.nanoseconds <= now }
    if thread == queues { return !answering.isEmpty }
    switch threads[thread].frames.last {
    case .program(let operations, let next)?:
      guard next < operations.count else { return false }
      switch operations[next] {
      // A task can be canceled only after another thread has a reference to it.
      case .cancel(let wait), .timeUp(let wait), .blocksMain(let wait): return waits[wait].started != nil
      case .mainAnswers: return probed.contains(.main)
      default: return true
      }
    case .waiting(let wait, .sleeping)?: return waits[wait].isAwake
    case .waiting?: return true
    case nil: return false
    }
  }

  private var answering: QueueSet { scenario.mainAnswersItself ? probed : probed.subtracting(.main) }

  mutating func perform(_ move: Move) throws {
    switch move {
    case .time: now = max(now, engine.firesAt.nanoseconds)
    case .callback(let thread):
      guard case .waiting(let wait, _)? = threads[thread].frames.last else { return }
      waits[wait].hasRunCallback = true
      threads[thread].frames.append(.program(scenario.waits[wait].callback, next: 0))
    case .step(let thread):
      if !threads[thread].wakeups.isEmpty {
        try wake(threads[thread].wakeups.removeFirst())
      } else if thread == timer {
        let real = tick()
        let (action, probed) = engine.fire(at: real)
        self.probed.formUnion(probed)
        if probed.contains(.main) { silences.append(Silence(began: real)) }
        try handle(action, on: thread)
      } else if thread == queues {
        let answering = answering
        answer(answering)
      } else {
        try step(thread)
      }
    }
  }

  private mutating func step(_ thread: Int) throws {
    switch threads[thread].frames.removeLast() {
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
      guard let key = waits[wait].key else { return }
      try event(on: thread) {
        $0.cancel(key, at: $1)
      } time: {
        if $0.waits[wait].cancelledAt == nil { $0.waits[wait].cancelledAt = $1 }
      }
    case .timeUp(let wait):
      guard let key = waits[wait].key else { return }
      try event(on: thread) {
        $0.timeUp(key, at: $1)
      } time: {
        if $0.waits[wait].timeUpAt == nil { $0.waits[wait].timeUpAt = $1 }
      }
    case .blocksMain(let wait):
      let real = tick()
      waits[wait].foundInRealTimeAt = real
      if let key = waits[wait].key { engine.noteBlocksMainQueue([key], at: real) }
    case .clock(let instant): now = max(now, instant)
    case .mainAnswers: answer(.main)
    case .wait(let wait): threads[thread].frames.append(.waiting(wait, .begin))
    }
  }

  private mutating func answer(_ queues: QueueSet) {
    let real = tick()
    probed.subtract(queues)
    engine.answer(queues, at: real)
    if queues.contains(.main) { silences[silences.count - 1].ended = real }
  }

  private mutating func fulfill(_ expectation: Int, isError: Bool, on thread: Int) throws {
    let key = expectations[expectation].key
    let memberships = engine.machine.expectations[key].memberships
    let undecided = memberships.filter { engine.machine.waits[$0.wait].verdict == nil }
    let action = try event(on: thread) { machine, time in
      machine.fulfill(key, Fulfillment(time: time, site: nil, thread: .main, isError: isError))
    } time: {
      $0.expectations[expectation].log.append($1, isError: isError)
    }
    switch action.stray {
    case .extra?: expectations[expectation].reportedExtras += 1
    case .late?: expectations[expectation].lateReports += 1
    case nil: break
    }
    guard scenario.expectations[expectation].isInverted, expectations[expectation].log.times.count == 1 else { return }
    let isForbidden = undecided.contains {
      if case .forbidden = engine.machine.waits[$0.wait].verdict?.kind { true } else { false }
    }
    let hasWaited = scenario.waits.indices.contains {
      scenario.waits[$0].members.contains(expectation) && waits[$0].started != nil
    }
    expectations[expectation].isForgiven = hasWaited && !isForbidden
  }

  private mutating func advance(_ wait: Int, _ stage: Stage, on thread: Int) throws {
    switch stage {
    case .begin:
      if try begin(wait, on: thread) { threads[thread].frames.append(.waiting(wait, .park)) }
    case .park:
      let next: Stage = waits[wait].permit.park() ? .finish : .sleeping
      threads[thread].frames.append(.waiting(wait, next))
    case .sleeping: threads[thread].frames.append(.waiting(wait, .finish))
    case .finish:
      guard let key = waits[wait].key, engine.machine.waits[key].verdict != nil else {
        throw Violation(description: "wait \(wait) ends without a verdict")
      }
      try end(wait, engine.end(key, at: Instant(nanoseconds: now)).1)
    }
  }

  private mutating func begin(_ wait: Int, on thread: Int) throws -> Bool {
    let spec = scenario.waits[wait]
    let terms = WaitTerms(
      rule: spec.rule, limit: spec.limit, window: spec.window, isInRealTime: spec.isInRealTime, judges: spec.judges,
      pause: spec.pause, condition: spec.condition.map { .init(began: tick(), limit: $0, left: $0) })
    for case .waiting(let other, .sleeping) in threads[thread].frames { waits[wait].outer = other }
    let beginning = engine.begin(
      references[wait], terms, for: spec.members.map { expectations[$0].key },
      inside: waits[wait].outer.flatMap { waits[$0].key },
      at: tick())
    switch beginning {
    case .ended(let verdict):
      waits[wait].started = verdict.time
      try note(wait, verdict)
      try end(wait, verdict)
      return false
    case .pending(let key):
      waits[wait].key = key
      waits[wait].started = engine.machine.waits[key].started
      return true
    }
  }

  @discardableResult
  private mutating func event(
    on thread: Int, _ event: (inout Machine, Moment) -> Machine.Action, time: (inout Self, Moment) -> Void
  ) throws -> Machine.Action {
    var moment = Moment.never
    let action = engine.perform(at: tick()) {
      moment = $1
      return event(&$0, $1)
    }
    time(&self, moment)
    try handle(action, on: thread)
    return action
  }

  /// Grants the permits of the decided waits. Later steps wake them.
  private mutating func handle(_ action: Machine.Action, on thread: Int) throws {
    for reference in action.decided {
      let wait = references.firstIndex(of: reference)!
      guard let verdict = engine.machine.waits[waits[wait].key!].verdict else {
        throw Violation(description: "wait \(wait) was decided without a verdict")
      }
      try note(wait, verdict)
      waits[wait].permit.grant()
      threads[thread].wakeups.append(wait)
    }
  }

  private mutating func wake(_ wait: Int) throws {
    guard waits[wait].permit.wake() else { return }
    let isResumable = threads.contains {
      $0.frames.contains(.waiting(wait, .sleeping)) || $0.frames.contains(.waiting(wait, .park))
    }
    try check(!waits[wait].isAwake && isResumable, "wait \(wait) was woken when it no longer slept")
    waits[wait].isAwake = true
  }

  private mutating func tick() -> Instant {
    now += 1
    return Instant(nanoseconds: now)
  }

  // MARK: Checks

  private mutating func note(_ wait: Int, _ verdict: Verdict) throws {
    try check(waits[wait].decided == nil, "wait \(wait) was decided twice")
    let spec = scenario.waits[wait]
    if verdict.kind == .timedOut, waits[wait].timeUpAt == nil, spec.limit > 0, spec.pause == .max {
      let isInRealTime = spec.isInRealTime || waits[wait].foundInRealTimeAt != nil
      let silent = isInRealTime ? 0 : silentTime(since: waits[wait].started!.real, until: verdict.time.real)
      let counted = verdict.time.real.since(waits[wait].started!.real) - silent
      try check(counted > spec.limit, "wait \(wait) timed out after \(counted) of \(spec.limit) that count")
    }
    waits[wait].decided = verdict
  }

  /// The time in which the main queue did not answer the probes of this time, and which does not count.
  private func silentTime(since start: Instant, until end: Instant) -> Nanoseconds {
    silences.filter { $0.began >= start }.reduce(0) { sum, silence in
      sum + max(0, min((silence.ended ?? end).since(silence.began), Self.stallLimit) - FairClock.tolerance)
    }
  }

  private mutating func end(_ wait: Int, _ verdict: Verdict) throws {
    try check(waits[wait].endedAt == nil, "wait \(wait) ended twice")
    try check(waits[wait].decided?.kind == verdict.kind, "wait \(wait) ended with another verdict than its first")
    waits[wait].endedAt = Instant(nanoseconds: now)
    for (position, _) in verdict.extras { expectations[scenario.waits[wait].members[position]].reportedExtras += 1 }
  }

  /// Checks the end of an interleaving: nobody sleeps, the timer is idle, each verdict follows from what happened, and
  /// every problem is reported exactly once.
  func checkEnd() throws {
    for (index, thread) in threads.enumerated() {
      for case .waiting(let wait, let stage) in thread.frames {
        throw Violation(description: "thread \(index) is stuck in wait \(wait), \(stage)")
      }
    }
    try check(engine.machine.waits.count == 0, "a wait is left")
    try check(engine.firesAt == .never, "the timer is set without a wait")
    for wait in scenario.waits.indices where waits[wait].endedAt != nil { try checkVerdict(wait) }
    for expectation in expectations.indices { try checkReports(expectation) }
  }

  private func checkVerdict(_ wait: Int) throws {
    guard let verdict = waits[wait].decided, let started = waits[wait].started else { return }
    let spec = scenario.waits[wait]
    let reference = Reference(
      terms: spec, started: started, logs: spec.members.map { expectations[$0].log },
      cancelledAt: waits[wait].cancelledAt, timeUpAt: waits[wait].timeUpAt,
      outerEndedAt: waits[wait].outer.flatMap { timeWasOver(of: $0, for: verdict) },
      foundInRealTimeAt: waits[wait].foundInRealTimeAt)
    let right = reference.verdicts()
    try check(right.contains(verdict.kind), "wait \(wait) ended as \(verdict.kind), not as \(right)")
    if spec.pause != .max { try checkPause(wait, started) }
  }

  /// When the time of a wait around another one was over; nil if it was not, as far as the inner one shows.
  private func timeWasOver(of outer: Int, for inner: Verdict) -> Moment? {
    guard let time = scenario.waits[outer].condition, let started = waits[outer].started else {
      return waits[outer].decided.flatMap { $0.hasTimedOut ? $0.time : nil }
    }
    let over = started.fair.advanced(by: time)
    let isLate = inner.time.fair > over.advanced(by: Self.timeOfSteps)
    return isLate || inner.kind == .interrupted && inner.time.fair > over
      ? Moment(fair: over.next, real: inner.time.real) : nil
  }

  /// A pause is over at its end, or with the wait inside it.
  private func checkPause(_ wait: Int, _ started: Moment) throws {
    guard let verdict = waits[wait].decided, verdict.kind == .timedOut else { return }
    let inner = waits.filter { $0.outer == wait }.compactMap(\.endedAt)
    let latest = inner.reduce(started.real.advanced(by: scenario.waits[wait].pause), max)
    try check(
      verdict.time.real <= latest.advanced(by: Self.timeOfSteps), "pause \(wait) was over at \(verdict.time.real)")
  }

  /// More than all steps of an interleaving take.
  private static var timeOfSteps: Nanoseconds { 1_000 }

  private func checkReports(_ expectation: Int) throws {
    let awaited = expectations[expectation]
    let state = engine.machine.expectations[awaited.key]
    try check(state.memberships.isEmpty, "expectation \(expectation) is still in a wait")
    let judging = scenario.waits.indices.filter {
      scenario.waits[$0].judges && scenario.waits[$0].members.contains(expectation)
    }
    let isAwaited = judging.contains { waits[$0].endedAt != nil && waits[$0].decided?.kind != .cancelled }
    let isForbidden = awaited.log.bounds.isInverted && awaited.log.extraAt != nil
    try check(
      state.isNeverAwaited == (!isAwaited && !isForbidden), "expectation \(expectation) counts as awaited or not")
    let paid = awaited.reportedExtras + (state.hasUnreportedExtra ? 1 : 0)
    let owed = awaited.log.extraAt == nil ? 0 : 1
    // After its window, it may happen. A wait that begins later reports it.
    try check(paid == owed || awaited.isForgiven && paid == 0, "extra \(expectation) was reported \(paid) times")
    try check(awaited.lateReports <= judging.count, "lateness \(expectation) was reported too often")
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
    hasher.combine(engine.machine)
    hasher.combine(engine.clock)
    hasher.combine(engine.beats)
    hasher.combine(engine.firesAt)
    hasher.combine(threads)
    hasher.combine(now)
    hasher.combine(expectations)
    hasher.combine(waits)
    hasher.combine(probed)
    hasher.combine(silences)
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

  /// No interleaving has nearly as many steps.
  private static var greatestDepth: Int { 1_000 }

  private var continuations: [Fingerprint: Int] = [:]

  var states: Int { continuations.count }

  /// Returns the number of interleavings; at most `Int.max`.
  mutating func explore(_ scenario: Scenario) throws -> Int {
    let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    let references = scenario.waits.map { _ in WaitReference(object: Wait.ofLibrary(limit: 0, site: site)) }
    return try descend(Model<Permit>(scenario, references), depth: 0)
  }

  private mutating func descend(_ model: Model<Permit>, depth: Int) throws -> Int {
    guard depth < Self.greatestDepth else { throw Model<Permit>.Violation(description: "it goes on for ever") }
    let fingerprint = Fingerprint(model)
    if let known = continuations[fingerprint] { return known }
    let moves = model.moves()
    if moves.isEmpty { try model.checkEnd() }
    var interleavings = moves.isEmpty ? 1 : 0
    for move in moves {
      var branch = model
      try branch.perform(move)
      let (sum, overflow) = interleavings.addingReportingOverflow(try descend(branch, depth: depth + 1))
      interleavings = overflow ? .max : sum
    }
    continuations[fingerprint] = interleavings
    return interleavings
  }
}
