import Dispatch
import Expectations

/// A call of `explore`: it finds a scheduler, explores, and reports.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ExplorationCall: Sendable {
  let name: String?
  let settings: ExplorationSettings
  let body: @Sendable () async throws -> Void
  let host = ExplorationHosts.current
  var site: CallSite { settings.site }

  init(_ name: String?, _ settings: ExplorationSettings, _ body: @escaping @Sendable () async throws -> Void) {
    (self.name, self.settings, self.body) = (name, settings.forTest(host.testName), body)
  }

  /// Explores on a thread of its own, and suspends the calling task meanwhile.
  func run() async -> ExplorationReport { record(Scheduler.runOfCaller == nil ? await runSilently() : isInside) }

  /// Does the same, and records nothing.
  func runSilently() async -> ExplorationReport {
    await withCheckedContinuation { continuation in begin { continuation.resume(returning: $0) } }
  }

  /// Explores, and blocks the calling thread meanwhile. A thread that runs the main queue explores itself.
  func runBlocking() -> ExplorationReport {
    guard Scheduler.runOfCaller == nil else { return record(isInside) }
    let answer = Locked<ExplorationReport?>(nil)
    guard !MainQueue.isCurrent else {
      let found = explore { step in
        let report = step.recordForMainThread()
        answer.withLock { $0 = report }
      }
      // A step that returned after all has failed.
      guard found.outcome == .passed, let blocked = answer.withLock(\.self) else { return record(found) }
      return blocked
    }
    let isThere = DispatchSemaphore(value: 0)
    begin { report in
      answer.withLock { $0 = report }
      isThere.signal()
    }
    isThere.wait()
    return record(answer.withLock(\.self) ?? isInside)
  }

  /// Begins to explore on a thread of its own, with the task-local values of the calling code. Calls `answer` once.
  private func begin(_ answer: @escaping @Sendable (ExplorationReport) -> Void) {
    let answer = Locked(Optional(answer))
    Task(executorPreference: ExplorationThread()) {
      let found = explore { step in
        step.scheduler.abandon()
        answer.withLock { $0.take() }?(step.report)
      }
      answer.withLock { $0.take() }?(found)
    }
  }

  private func explore(whenBlocked: @escaping @Sendable (BlockedStep) -> Void) -> ExplorationReport {
    if let problem = settings.problem { return notExplored(problem) }
    guard Controls.current.jobs != nil else { return notExplored("this runtime does not tell its tasks apart") }
    let found = Scheduler.withScheduler { scheduler in
      // Nothing repeats a run in virtual time.
      if !settings.isVirtualTime { scheduler.crashNote.begin("\(site)", test: host.testName) }
      defer { scheduler.crashNote.end() }
      var exploration = ExplorationRun(ScheduleRunner(call: self, scheduler: scheduler))
      let step = BlockedStep(call: self, scheduler: scheduler)
      let facts = scheduler.watchdog.watch(limit: step.limit, whenBlocked: { whenBlocked(step) }) {
        HashOrder.fixed { exploration.explore() }
      }
      return report(of: facts)
    }
    return found ?? isInside
  }

  private func record(_ report: ExplorationReport) -> ExplorationReport {
    if report.outcome != .passed { host.record(report.description, at: site) }
    return report
  }

  private var isInside: ExplorationReport { notExplored("The body of an exploration cannot explore") }
  private func notExplored(_ reason: String) -> ExplorationReport {
    ExplorationReport(outcome: .outside, seed: settings.seed, description: "Not explored: \(reason)")
  }

  private func report(of facts: ExplorationFacts) -> ExplorationReport {
    let log = facts.finding?.log ?? facts.difference?.logs?.one
    let places = log.map { TaskPlaces($0, call: "\(site)") } ?? TaskPlaces()
    let text = ExplorationText(
      name: name, settings: settings, facts: facts, places: places,
      outsidePlaces: CodeSymbols.places(of: Set(facts.outsideEvents.flatMap { $0.addresses + $0.waits })),
      test: host.testName)
    let outcome = facts.outcome(settings)
    if outcome == .passed, !settings.isVirtualTime { printOnce(text.remarks) }
    return ExplorationReport(
      outcome: outcome, schedules: facts.schedules, orders: facts.orders, isExhaustive: facts.isComplete,
      schedule: facts.finding?.code.text, seed: settings.seed, repeated: facts.repeated,
      steps: log.map { StepText($0, places: places).steps } ?? [],
      tasks: (log == nil ? facts.suspendedLog.map { TaskPlaces($0) } ?? places : places).facts,
      fromOutside: facts.schedulesWithOutside, virtualTime: .nanoseconds(facts.virtualTime), stepsOfLast: facts.steps,
      description: text.text)
  }

  private static let printed = Locked<Set<String>>([])
  private func printOnce(_ remarks: [String]) {
    for line in remarks.map({ "\(site): remark: \($0)" }) where Self.printed.withLock({ $0.insert(line).inserted }) {
      StandardError.print(line)
    }
  }
}
