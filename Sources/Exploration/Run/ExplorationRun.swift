import Expectations

/// One exploration: it runs schedules until one fails, or the budget is spent, and looks closer at the one that fails.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ExplorationRun {
  let settings: ExplorationSettings
  let scheduler: Scheduler
  let host: any ExplorationHost
  let body: @Sendable () async throws -> Void
  let failures = Failures()
  private(set) var facts = ExplorationFacts()

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
    while facts.finding == nil, !hasSeenEnoughFromOutside, let plan = portfolio.next() {
      let result = runOnce(plan)
      portfolio.note(result.trace)
      adaptFairness(to: result)
      if RealTime.now - start > settings.timeLimit {
        facts.hasReachedTimeLimit = true
        break
      }
    }
    facts.isComplete = portfolio.isComplete
    if facts.finding != nil { examine() }
  }

  /// Runs the next schedule, and notes what it shows.
  @discardableResult
  private mutating func runOnce(_ plan: Plan) -> Scheduler.RunResult {
    let start = RealTime.now
    // Where a repetition would record the failure again, the steps of the first time must do.
    let result = run(plan, logs: !host.catchesFailures)
    facts.schedules += 1
    facts.virtualTime = result.virtualTime
    facts.steps = result.trace.steps
    facts.noteOutside(result.fromOutside, result.sources)
    guard result.verdict != .passed else { return result }
    facts.finding = Finding(
      verdict: result.verdict, number: facts.schedules, code: code(result.trace.deviations),
      runTime: RealTime.now - start, log: result.log)
    return result
  }

  private func run(_ plan: Plan, logs: Bool = false) -> Scheduler.RunResult {
    let (host, failures, body) = (host, failures, body)
    let mayStall = scheduler.limits.machineMayStall
    scheduler.crashNote.note(plan, sleeps: scheduler.sleeps.durations, machineMayStall: mayStall)
    return scheduler.run(plan, logs: logs, failures: failures) {
      try await host.run({ try await Self.collecting(failures, body) }, noting: failures)
    }
  }

  /// Runs a body whose failed waits and conditions are added to `failures`, and not recorded in the test.
  @Sendable private static func collecting(
    _ failures: Failures, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await CollectingHost.collecting(
      { failures.add(Verdict.Failure(text: $0, place: "\($1.description.split(separator: "/").last ?? ""):\($2)")) },
      body)
  }

  private func code(_ choices: [Int]) -> ScheduleCode {
    ScheduleCode(choices: choices, sleeps: scheduler.sleeps.durations, machineMayStall: settings.machineMayStall)
  }

  private var hasSeenEnoughFromOutside: Bool {
    settings.outside == .fails && facts.schedulesWithOutside > 0
      && facts.schedules >= ExplorationSettings.schedulesWithOutside
  }

  /// A strategy that is not fair may run a loop that polls for a long time, so it ends far behind the first schedule.
  private func adaptFairness(to result: Scheduler.RunResult) {
    guard facts.schedules == 1 else { return }
    scheduler.limits.fairAfter = min(scheduler.limits.fairAfter, 200 + 10 * result.trace.steps)
  }

  // MARK: The schedule that fails

  /// Leaves out what the failing schedule does not need, and repeats it.
  private mutating func examine() {
    // What is stuck has waited for work from outside, and none came.
    if facts.schedulesWithOutside == 0 { scheduler.limits.grace = 0 }
    guard host.catchesFailures else { return }
    let original = facts.finding!.code
    shorten()
    repeatFinding()
    guard facts.finding!.failed == 0, facts.finding!.code != original else { return }
    facts.finding!.code = original
    repeatFinding()
  }

  private mutating func shorten() {
    var shortening = Shortening(choices: facts.finding!.code.choices)
    let verdict = facts.finding!.verdict
    while let choices = shortening.next() {
      let result = run(.choices(choices))
      shortening.note(fails: result.verdict.isLike(verdict), deviations: result.trace.deviations)
    }
    facts.finding!.code = code(shortening.choices)
  }

  private mutating func repeatFinding() {
    let finding = facts.finding!
    facts.finding!.repeated = 3
    facts.finding!.failed = 0
    for _ in 0..<facts.finding!.repeated {
      let result = run(.choices(finding.code.choices), logs: true)
      guard result.verdict.isLike(finding.verdict) else { continue }
      facts.finding!.failed += 1
      facts.finding!.verdict = result.verdict
      facts.finding!.log = result.log
    }
  }

  // MARK: Replay

  private mutating func replay(_ text: String) {
    if let code = PlanCode(text) {
      scheduler.limits.machineMayStall = code.machineMayStall
      runOnce(code.plan)
    } else if let code = ScheduleCode(text) {
      scheduler.sleeps = SleepTable(durations: code.sleeps)
      scheduler.limits.machineMayStall = code.machineMayStall
      let result = runOnce(.choices(code.choices))
      facts.finding?.code = code
      let isShort = result.trace.choices.count < code.choices.count
      if facts.finding == nil, result.hasDiverged || isShort {
        facts.problemOfReplay = "the replay code \"\(text)\" does not fit: the test takes other steps than it did"
      }
    } else {
      facts.problemOfReplay = "\"\(text)\" is not a replay code"
    }
    guard facts.finding != nil, host.catchesFailures else { return }
    if facts.schedulesWithOutside == 0 { scheduler.limits.grace = 0 }
    repeatFinding()
  }
}
