import Expectations

/// One exploration: it runs schedules until one fails, or the budget is spent, and looks closer at the one that fails.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ExplorationRun {
  var runner: ScheduleRunner
  var settings: ExplorationSettings { runner.call.settings }
  var scheduler: Scheduler { runner.scheduler }
  var host: any ExplorationHost { runner.call.host }
  var facts = ExplorationFacts()
  private var firstLog: StepLog?
  /// How long the repetitions that look for another course have taken, in nanoseconds.
  private var timeOfRepetitions = 0
  private var isOver = false

  init(_ runner: ScheduleRunner) {
    self.runner = runner
    (scheduler.limits, facts.gaps) = (settings.limits, scheduler.controls.gaps)
    // Code in the pool may have to wait for other tests.
    if !facts.gaps.isEmpty { scheduler.limits.grace *= 10 }
  }

  mutating func explore() -> ExplorationFacts {
    if let replay = settings.replay { self.replay(replay) } else { search() }
    return facts
  }

  private mutating func search() {
    let start = RealTime.now
    var portfolio = Portfolio(seed: settings.seed, budget: settings.schedules, deviations: settings.deviations)
    while !isOver, !hasSeenEnoughFromOutside, let plan = portfolio.next() {
      let result = runOnce(plan)
      let agrees = portfolio.note(result.trace)
      if !agrees { facts.hasVaried = true }
      check(result, plan, agrees: agrees)
      if facts.schedules == 1 { limitUnfairness(ofFirst: result.trace.steps) }
      if let finding = facts.finding { examine(finding, shortens: true) }
      if RealTime.now - start > settings.timeLimit {
        facts.hasReachedTimeLimit = true
        break
      }
    }
    facts.lacksCancelable = settings.limits.cancels && !scheduler.hasCancelable
    facts.unreached = settings.reaches.filter { !scheduler.reached.contains($0) }
    (facts.isCut, facts.orders) = (portfolio.isCut, portfolio.orders.count)
    facts.isComplete =
      portfolio.isComplete && !facts.hasVaried && facts.schedulesWithOutside == 0 && facts.difference == nil
  }

  /// A strategy that is not fair may run a loop that polls for a long time. So it ends far behind the order of arrival,
  /// and early enough for the tasks to end within the steps that a run may take.
  func limitUnfairness(ofFirst steps: Int) {
    let (own, half) = (settings.isOfDrawnCalls ? .max : 200 + 10 * steps, scheduler.limits.steps / 2)
    scheduler.limits.fairAfter = min(scheduler.limits.fairAfter, own, max(2 * steps, half))
  }

  /// Whether nothing outside has a part, nor may have.
  private var isClosed: Bool { facts.schedulesWithOutside == 0 && settings.outside == .fails }

  /// An exploration that cannot control everything ends after a hundred schedules.
  private var hasSeenEnoughFromOutside: Bool {
    settings.outside == .fails && facts.schedulesWithOutside > 0 && facts.schedules >= 100
  }

  /// Runs the next schedule, and notes what it shows.
  mutating func runOnce(_ plan: Plan) -> Run.Result {
    let start = RealTime.now
    scheduler.watchdog.noteSchedule()
    // Where a repetition would record the failure again, the steps of the first time must do. Those of the first
    // schedule are compared with others if the body does not repeat its steps.
    let result = runner.run(plan, logs: !host.catchesFailures || facts.schedules == 0)
    facts.schedules += 1
    RunObservers.noteProgress()
    (facts.virtualTime, facts.steps) = (result.virtualTime, result.trace.steps)
    facts.outsideEvents.note(result.outsideEvents)
    if !result.outsideEvents.isEmpty { facts.schedulesWithOutside += 1 }
    if facts.schedules == 1, settings.replay == nil {
      firstLog = result.log
      runner.suspendedInFirst = result.suspended
      facts.suspendedLog = result.suspended > 0 ? result.log : nil
    }
    note(result, runTime: RealTime.now - start)
    return result
  }

  private mutating func note(_ result: Run.Result, runTime: Int) {
    guard result.verdict != .passed else { return }
    isOver = true
    facts.finding = Finding(
      verdict: result.verdict, number: facts.schedules,
      code: runner.code(result.trace.deviations(), of: result.trace), switches: result.trace.deviations(.sameTask),
      runTime: runTime, log: result.log)
  }

  // MARK: Does the body repeat its steps, and its result?

  /// How many schedules run twice in any case, and one of how many of the others.
  private static let checkedFirst = 8
  private static let checkedOf = 50
  /// How long the repetitions may take, in nanoseconds. The first one has no limit.
  private static let timeForRepetitions = 200_000_000

  /// Compares a schedule with those before that began with the same choices, and some schedules with a second run.
  private mutating func check(_ result: Run.Result, _ plan: Plan, agrees: Bool) {
    // Events from outside come when they come, and are told anyway.
    guard facts.finding == nil, isClosed, !settings.isVirtualTime else { return }
    guard agrees else { return noteDifference(plan) }
    guard facts.schedules <= Self.checkedFirst || facts.schedules.isMultiple(of: Self.checkedOf) else { return }
    // The body may have few schedules, perhaps because of what differs. The first one stands for those that miss.
    for _ in 0..<(facts.schedules == 1 ? Self.checkedFirst : 1) where !isOver {
      guard timeOfRepetitions < Self.timeForRepetitions else { return }
      let start = RealTime.now
      let second = runner.run(plan, logs: !host.catchesFailures)
      timeOfRepetitions += RealTime.now - start
      guard second.outsideEvents.isEmpty else {
        // It stands for the schedule that it repeats.
        facts.outsideEvents.note(second.outsideEvents)
        facts.schedulesWithOutside = 1
        note(second, runTime: RealTime.now - start)
        continue
      }
      if second.verdict != .passed {
        noteDifference(plan, [.passed, second.verdict])
      } else if !result.trace.agrees(with: second.trace) {
        noteDifference(plan)
      }
    }
  }

  /// Notes that runs of one schedule differ, and looks for the first step that does, or for one of the first schedule.
  private mutating func noteDifference(_ plan: Plan, _ verdicts: [Verdict] = [], _ logs: Difference.Logs? = nil) {
    isOver = true
    var difference = Difference(number: facts.schedules, verdicts: verdicts, isRepeated: host.catchesFailures)
    if difference.isRepeated {
      difference.logs =
        logs ?? firstLog.flatMap { runner.firstDifference(.arrivalOrder, from: $0) } ?? runner.firstDifference(plan)
    }
    facts.difference = difference
  }

  // MARK: The schedule that fails

  /// A schedule fails if it fails each time. Otherwise, something besides the order of tasks decides.
  mutating func examine(_ found: Finding, shortens: Bool) {
    guard host.catchesFailures, !settings.isVirtualTime else { return }
    var examination = Examination(runner: runner, isClosed: isClosed, finding: found)
    if shortens { examination.shortenFinding() } else { examination.repeatFinding() }
    let finding = examination.finding
    facts.finding = finding
    facts.repeated = ExplorationFacts.repetitions - examination.others.count
    guard let other = examination.others.first else { return }
    // If work from outside came late, or in another order, no order of the tasks is known to fail.
    guard facts.schedulesWithOutside == 0 || settings.outside == .fails || facts.repeated == 0 else { return }
    facts.finding = nil
    if facts.schedulesWithOutside > 0 {
      guard settings.outside != .fails else { return }
      if examination.others.allSatisfy({ $0.verdict == .passed }) {
        isOver = false
        facts.unrepeated += 1
        return
      }
    }
    let logs = finding.log.flatMap { one in other.log.flatMap { Difference.Logs(one, $0) } }
    noteDifference(finding.code.plan, [finding.verdict, other.verdict], logs)
  }
}
