import Expectations

/// One exploration: it runs schedules until one fails, or the budget is spent, and looks closer at the one that fails.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ExplorationRun {
  let settings: ExplorationSettings
  let scheduler: Scheduler
  let host: any ExplorationHost
  let body: @Sendable () async throws -> Void
  private(set) var facts = ExplorationFacts()
  /// The steps of the first schedule.
  private var firstLog: StepLog?
  /// How many tasks the order of arrival leaves suspended. Where another order leaves more, one has been forgotten.
  private var suspendedInFirst: Int?
  /// Whether a repetition of the failing schedule failed in another way.
  private var failsOtherwise = false
  /// How long the repetitions that look for another course have taken, in nanoseconds.
  private var timeOfRepetitions = 0

  init(
    _ settings: ExplorationSettings, _ scheduler: Scheduler, _ host: any ExplorationHost,
    body: @escaping @Sendable () async throws -> Void
  ) {
    self.settings = settings
    self.scheduler = scheduler
    self.host = host
    self.body = body
    scheduler.limits = settings.limits
    facts.gaps = scheduler.controls.gaps
    // What runs in the pool may have to wait for other tests.
    if !facts.gaps.isEmpty { scheduler.limits.grace *= 10 }
    scheduler.sleeps = SleepTable()
    scheduler.reached = []
    scheduler.hasCancelable = false
  }

  /// Explores, and returns what was found.
  mutating func explore() -> ExplorationFacts {
    if let replay = settings.replay {
      self.replay(replay)
    } else {
      search()
    }
    return facts
  }

  // MARK: Search

  private mutating func search() {
    let start = RealTime.now
    var portfolio = Portfolio(seed: settings.seed, budget: settings.schedules, deviations: settings.deviations)
    while facts.finding == nil, facts.difference == nil, !hasSeenEnoughFromOutside, let plan = portfolio.next() {
      let result = runOnce(plan)
      let agrees = portfolio.note(result.trace)
      if !agrees { facts.hasVaried = true }
      check(result, plan, agrees: agrees)
      adaptFairness(to: result)
      if facts.finding != nil { examine() }
      if RealTime.now - start > settings.timeLimit {
        facts.hasReachedTimeLimit = true
        break
      }
    }
    facts.lacksCancelable = settings.limits.cancels && !scheduler.hasCancelable
    facts.unreached = settings.reaches.filter { !scheduler.reached.contains($0) }
    facts.isCut = portfolio.isCut
    facts.orders = portfolio.orderCount
    facts.isComplete =
      portfolio.isComplete && !facts.hasVaried && facts.schedulesWithOutside == 0 && facts.difference == nil
  }

  /// Runs the next schedule, and notes what it shows.
  @discardableResult
  private mutating func runOnce(_ plan: Plan) -> Scheduler.RunResult {
    let start = RealTime.now
    scheduler.watchdog.noteSchedule()
    // Where a repetition would record the failure again, the steps of the first time must do. Those of the first
    // schedule are compared with others if the body does not repeat its steps.
    let result = run(plan, logs: !host.catchesFailures || facts.schedules == 0)
    facts.schedules += 1
    RunProgress.note()
    facts.virtualTime = result.virtualTime
    facts.steps = result.trace.steps
    facts.noteOutside(result.outsideEvents)
    if !result.outsideEvents.isEmpty { facts.schedulesWithOutside += 1 }
    if facts.schedules == 1, settings.replay == nil {
      firstLog = result.log
      suspendedInFirst = result.suspended
      facts.suspendedLog = result.suspended > 0 ? result.log : nil
    }
    note(result, runTime: RealTime.now - start)
    return result
  }

  private mutating func note(_ result: Scheduler.RunResult, runTime: Int) {
    guard result.verdict != .passed else { return }
    facts.finding = Finding(
      verdict: result.verdict, number: facts.schedules,
      code: code(result.trace.deviations, of: result.trace), switches: result.trace.deviations(.sameTask),
      runTime: runTime, log: result.log)
  }

  private func run(_ plan: Plan, logs: Bool = false) -> Scheduler.RunResult {
    let (host, failures, body) = (host, Failures(), body)
    scheduler.crashNote.noteSchedule(sleeps: scheduler.sleeps.durations, scheduler.limits)
    let isVirtualTime = settings.isVirtualTime
    var result = scheduler.run(plan, logs: logs, failures: failures) {
      guard !isVirtualTime else { return try await body() }
      try await host.run({ try await Self.collecting(failures, host, body) }, noting: failures)
    }
    if result.verdict == .passed, let suspendedInFirst, result.suspended > suspendedInFirst {
      let text = Self.words(suspended: result.suspended, inFirst: suspendedInFirst)
      result.verdict = .failed(.init(text: text, kind: "suspended"))
    }
    return result
  }

  private static func words(suspended: Int, inFirst: Int) -> String {
    (suspended == 1 ? "1 task stays" : "\(suspended) tasks stay")
      + " suspended for ever when the body has ended; in the"
      + " order of arrival, " + (inFirst == 0 ? "all tasks end" : inFirst == 1 ? "1 does" : "\(inFirst) do")
  }

  /// Runs a body whose failed waits and conditions are added to `failures`, and not recorded in the test.
  @Sendable private static func collecting(
    _ failures: Failures, _ host: any ExplorationHost, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await CollectingHost.collecting(
      { text, site in
        guard !failures.add(Verdict.Failure(text: text, place: "\(site)")) else { return }
        // The task is left over from a run in which nothing failed.
        host.record(
          text, at: CallSite(fileID: site.fileID, filePath: site.filePath, line: site.line, column: site.column))
      }, body)
  }

  private func code(_ choices: [Int], _ order: ChoiceOrder = .arrival, of trace: Trace? = nil) -> ScheduleCode {
    ScheduleCode(
      choices: choices, order: order, fingerprint: trace?.fingerprint(ofFirst: choices.count),
      sleeps: scheduler.sleeps.durations, machineMayStall: scheduler.limits.machineMayStall,
      cancels: scheduler.limits.cancels)
  }

  private var hasSeenEnoughFromOutside: Bool {
    settings.outside == .fails && facts.schedulesWithOutside > 0
      && facts.schedules >= ExplorationSettings.schedulesWithOutside
  }

  /// A strategy that is not fair may run a loop that polls for a long time, so it ends far behind the first schedule.
  private func adaptFairness(to result: Scheduler.RunResult) {
    guard facts.schedules == 1, !settings.isOfDrawnCalls else { return }
    scheduler.limits.fairAfter = min(scheduler.limits.fairAfter, 200 + 10 * result.trace.steps)
  }

  // MARK: Does the body repeat its steps?

  /// How many schedules run twice in any case, and one of how many of the others.
  private static let checkedFirst = 8
  private static let checkedOf = 50
  /// How often a schedule is repeated to show what differs.
  private static let repetitions = 20
  /// How long the repetitions may take, in nanoseconds. The first one has no limit.
  private static let timeForRepetitions = 200_000_000

  /// Compares a schedule with those before that began with the same choices, and some schedules with a second run.
  private mutating func check(_ result: Scheduler.RunResult, _ plan: Plan, agrees: Bool) {
    // What comes from outside comes when it comes, and is told anyway.
    guard facts.finding == nil, facts.schedulesWithOutside == 0, settings.outside == .fails else { return }
    guard !settings.isVirtualTime else { return }
    guard agrees else { return noteDifference(plan) }
    guard facts.schedules <= Self.checkedFirst || facts.schedules.isMultiple(of: Self.checkedOf) else { return }
    // The body may have few schedules, perhaps because of what differs. The first one stands for those that miss.
    let count = facts.schedules == 1 ? Self.checkedFirst : 1
    for _ in 0..<count where facts.finding == nil && facts.difference == nil {
      guard timeOfRepetitions < Self.timeForRepetitions else { return }
      let start = RealTime.now
      let second = run(plan, logs: !host.catchesFailures)
      timeOfRepetitions += RealTime.now - start
      facts.noteOutside(second.outsideEvents)
      // It stands for the schedule that it repeats.
      if !second.outsideEvents.isEmpty { facts.schedulesWithOutside = 1 }
      note(second, runTime: RealTime.now - start)
      if second.outsideEvents.isEmpty, !result.trace.agrees(with: second.trace) { noteDifference(plan) }
    }
  }

  /// Looks for two runs of a schedule whose steps differ, or for such a run of the first one.
  private mutating func noteDifference(_ plan: Plan) {
    guard facts.finding == nil else { return }
    facts.difference = Difference(number: facts.schedules)
    guard host.catchesFailures else { return }
    facts.difference!.isRepeated = true
    facts.difference!.logs = firstDifference(.arrivalOrder, from: firstLog) ?? firstDifference(plan, from: nil)
  }

  private func firstDifference(_ plan: Plan, from known: StepLog?) -> Difference.Logs? {
    guard let one = known ?? run(plan, logs: true).log else { return nil }
    for _ in 0..<Self.repetitions {
      if let other = run(plan, logs: true).log, let logs = Difference.Logs(one, other) { return logs }
    }
    return nil
  }

  // MARK: The schedule that fails

  /// Leaves out what the failing schedule does not need, and repeats it.
  private mutating func examine() {
    guard host.catchesFailures, !settings.isVirtualTime else { return }
    let original = facts.finding!.code
    expectNothingFromOutside(within: 0)
    shorten()
    // Another test may have held an actor that it shares with the body, and be there again.
    expectNothingFromOutside(within: Self.graceOfRepetitions)
    repeatFinding()
    if facts.finding!.failed == 0, facts.finding!.code != original {
      (facts.finding!.code, facts.finding!.isShortest) = (original, false)
      repeatFinding()
    }
    guard facts.finding!.failed == 0, !failsOtherwise, settings.outside != .fails else { return }
    // Work from outside came late, or in another order: no order of the tasks is known to fail.
    facts.finding = nil
    facts.unrepeated += 1
  }

  /// How long a repetition that is stuck waits, in nanoseconds.
  private static let graceOfRepetitions = 100_000_000

  /// What is stuck has waited for work from outside, and none came.
  private func expectNothingFromOutside(within grace: Int) {
    guard facts.schedulesWithOutside == 0, settings.outside == .fails else { return }
    scheduler.limits.grace = grace
  }

  /// With how many deviations from the order of arrival a schedule is told in any case.
  private static let fewDeviations = 8

  private mutating func shorten() {
    let finding = facts.finding!
    (facts.finding!.code, facts.finding!.isShortest) = shorten(finding.code.choices, .arrival, finding.verdict)
    guard facts.finding!.code.deviations > Self.fewDeviations else { return }
    // What runs one task for long has many deviations from the order of arrival, and few switches.
    let switches = shorten(finding.switches, .sameTask, finding.verdict)
    guard switches.code.deviations < facts.finding!.code.deviations else { return }
    (facts.finding!.code, facts.finding!.isShortest) = switches
  }

  private func shorten(
    _ choices: [Int], _ order: ChoiceOrder, _ verdict: Verdict
  ) -> (code: ScheduleCode, isShortest: Bool) {
    let start = RealTime.now
    var shortening = Shortening(choices: choices)
    while RealTime.now - start <= settings.timeLimit, let choices = shortening.next() {
      let result = run(.choices(choices, order))
      shortening.note(fails: result.verdict.isLike(verdict), deviations: result.trace.deviations(order))
    }
    return (code(shortening.choices, order), shortening.isDone)
  }

  private mutating func repeatFinding() {
    let finding = facts.finding!
    facts.finding!.repeated = 3
    facts.finding!.failed = 0
    failsOtherwise = false
    for _ in 0..<facts.finding!.repeated {
      let result = run(finding.code.plan, logs: true)
      guard result.verdict.isLike(finding.verdict) else {
        if result.verdict != .passed { failsOtherwise = true }
        continue
      }
      facts.finding!.failed += 1
      facts.finding!.verdict = result.verdict
      facts.finding!.code.fingerprint = result.trace.fingerprint(ofFirst: finding.code.choices.count)
      facts.finding!.log = result.log
      facts.finding!.log?.order = finding.code.order
      facts.finding!.log?.isShortest = finding.isShortest
    }
  }

  // MARK: Replay

  private mutating func replay(_ request: ReplayRequest) {
    var steps = StepsOfReplay(note: scheduler.crashNote)
    scheduler.beforeStep = { steps.note($0) }
    defer { scheduler.beforeStep = nil }
    if let code = ScheduleCode(request.code) {
      scheduler.sleeps = SleepTable(durations: code.sleeps)
      scheduler.limits.machineMayStall = code.machineMayStall
      scheduler.limits.cancels = code.cancels
      var result = runOnce(code.plan)
      if result.suspended > 0, facts.finding == nil {
        // Only the order of arrival tells how many tasks may stay.
        suspendedInFirst = run(.arrivalOrder).suspended
        facts.schedules = 0
        result = runOnce(code.plan)
      }
      let fingerprint = result.trace.fingerprint(ofFirst: code.choices.count)
      let isOther = code.fingerprint != nil && fingerprint != code.fingerprint
      facts.finding?.code = code
      facts.finding?.code.fingerprint = fingerprint
      facts.isOfOtherSteps = facts.finding != nil && isOther
      facts.finding?.log?.order = code.order
      let isShort = result.trace.choices.count < code.choices.count
      if facts.finding == nil, result.hasDiverged || isShort || isOther { facts.problemOfReplay = request.misfit }
    } else {
      facts.problemOfReplay = "\(request.words) is not a replay code"
    }
    scheduler.beforeStep = nil
    guard facts.finding != nil, host.catchesFailures else { return }
    expectNothingFromOutside(within: Self.graceOfRepetitions)
    repeatFinding()
  }
}
