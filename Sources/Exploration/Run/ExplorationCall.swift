import Dispatch
import Expectations

/// A call of `explore`: it finds a scheduler, explores, and reports.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ExplorationCall: Sendable {
  let name: String?
  var settings: ExplorationSettings
  let site: CallSite
  let body: @Sendable () async throws -> Void
  private let host = ExplorationHosts.current

  init(
    _ name: String?, _ settings: ExplorationSettings, _ site: CallSite,
    _ body: @escaping @Sendable () async throws -> Void
  ) {
    // A code for another test is not for this one.
    (self.name, self.settings, self.site, self.body) = (name, settings.forTest(host.testName), site, body)
  }

  init(
    _ name: String?, _ schedules: Int, _ seed: UInt64?, _ replay: String?, _ options: [ExplorationOption],
    _ site: CallSite, _ body: @escaping @Sendable () async throws -> Void
  ) {
    let settings = ExplorationSettings(schedules: schedules, seed: seed, replay: replay, options: options, site: site)
    self.init(name, settings, site, body)
  }

  /// Explores on a thread of its own, and suspends the calling task meanwhile.
  func run() async -> ExplorationReport { record(Scheduler.runOfCaller == nil ? await runSilently() : isInside) }

  /// Does the same, and records nothing.
  func runSilently() async -> ExplorationReport {
    await withCheckedContinuation { continuation in begin { continuation.resume(returning: $0) } }
  }

  /// Explores, and blocks the calling thread meanwhile. What runs the main queue explores itself: the main actor of the
  /// body is there.
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

  /// Begins to explore on a thread of its own, whose code has the task-local values of the calling code. Calls `answer`
  /// once.
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
    return Scheduler.withScheduler { scheduler in
      guard let scheduler else { return isInside }
      // Nothing repeats a run in virtual time.
      if !settings.isVirtualTime { scheduler.crashNote.begin("\(site)", test: host.testName) }
      defer { scheduler.crashNote.end() }
      var exploration = ExplorationRun(ScheduleRunner(settings: settings, scheduler: scheduler, host: host, body: body))
      let step = BlockedStep(call: self, scheduler: scheduler, host: host)
      let facts = scheduler.watchdog.watch(limit: step.limit, whenBlocked: { whenBlocked(step) }) {
        HashOrder.fixed { exploration.explore() }
      }
      return report(of: facts)
    }
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

  /// The remarks that have been printed.
  private static let printed = Locked<Set<String>>([])

  private func printOnce(_ remarks: [String]) {
    for line in remarks.map({ "\(site): remark: \($0)" }) where Self.printed.withLock({ $0.insert(line).inserted }) {
      StandardError.print(line)
    }
  }
}
