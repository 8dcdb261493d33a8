import Dispatch
import Expectations

/// A call of `explore`: it finds a scheduler, explores, and reports.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ExplorationCall: Sendable {
  let name: String?
  var settings: ExplorationSettings
  let site: CallSite
  let body: @Sendable () async throws -> Void

  /// Explores on a thread of its own, and suspends the calling task meanwhile.
  func run() async -> ExplorationReport {
    let host = ExplorationHosts.current
    guard Scheduler.runOfCaller == nil else { return record(isInside, host) }
    return record(await runSilently(host), host)
  }

  /// Does the same, and records nothing.
  func runSilently(_ host: any ExplorationHost = ExplorationHosts.current) async -> ExplorationReport {
    await withCheckedContinuation { continuation in
      begin(host) { continuation.resume(returning: $0) }
    }
  }

  /// Explores, and blocks the calling thread meanwhile. What runs the main queue explores itself: the main actor of the
  /// body is there.
  func runBlocking() -> ExplorationReport {
    let host = ExplorationHosts.current
    guard Scheduler.runOfCaller == nil else { return record(isInside, host) }
    guard !MainQueue.isCurrent else {
      let blocked = Locked<ExplorationReport?>(nil)
      let found = explore(host) { step in
        // Before the text is made, which takes time.
        let moment = step.moment
        let report = self.report(of: step)
        blocked.withLock { $0 = report }
        BlockedStep.tellOfMainThread(step, report.description, at: moment, host, site)
      }
      // A step that returned after all has failed.
      guard found.outcome == .passed, let blocked = blocked.withLock(\.self) else { return record(found, host) }
      return blocked
    }
    let (report, isThere) = (Locked<ExplorationReport?>(nil), DispatchSemaphore(value: 0))
    begin(host) { new in
      report.withLock { $0 = new }
      isThere.signal()
    }
    isThere.wait()
    return record(report.withLock(\.self) ?? isInside, host)
  }

  /// Begins to explore on a thread of its own. Its code has the task-local values of the calling code.
  private func begin(_ host: any ExplorationHost, _ answer: @escaping @Sendable (ExplorationReport) -> Void) {
    let isAnswered = Locked(false)
    let answerOnce: @Sendable (ExplorationReport) -> Void = { report in
      let isFirst = isAnswered.withLock { isAnswered in
        defer { isAnswered = true }
        return !isAnswered
      }
      if isFirst { answer(report) }
    }
    Task(executorPreference: ExplorationThread()) {
      let found = explore(host) { step in
        step.scheduler.abandon()
        answerOnce(report(of: step))
      }
      answerOnce(found)
    }
  }

  private func explore(
    _ host: any ExplorationHost, whenBlocked: @escaping @Sendable (BlockedStep) -> Void
  ) -> ExplorationReport {
    let settings = settings.forTest(host.testName)
    return Scheduler.withScheduler { scheduler in
      guard let scheduler else { return isInside }
      if let problem = settings.problem { return notExplored(problem) }
      if let problem = Controls.current.problem { return notExplored(problem) }
      // Nothing repeats a run in virtual time.
      if !settings.isVirtualTime { scheduler.crashNote.begin("\(site)", test: host.testName) }
      defer { scheduler.crashNote.end() }
      var exploration = ExplorationRun(settings, scheduler, host, body: body)
      let step = BlockedStep(
        scheduler: scheduler, name: name, thread: BlockedStep.ownThread, isVirtualTime: settings.isVirtualTime)
      let facts = scheduler.watchdog.watch(limit: step.limit, whenBlocked: { whenBlocked(step) }) {
        HashOrder.fixed { exploration.explore() }
      }
      let report = makeReport(facts, settings, host)
      if report.outcome == .passed, !settings.isVirtualTime {
        printRemarks(ExplorationText(name: name, settings: settings, facts: facts).remarks)
      }
      return report
    }
  }

  private func record(_ report: ExplorationReport, _ host: any ExplorationHost) -> ExplorationReport {
    if report.outcome != .passed { host.record(report.description, at: site) }
    return report
  }

  private func report(of step: BlockedStep) -> ExplorationReport {
    ExplorationReport(
      outcome: .stuck, schedules: step.schedules, schedule: step.code, seed: settings.seed, description: step.text)
  }

  private var isInside: ExplorationReport { notExplored("The body of an exploration cannot explore") }

  /// What has been printed: a call in a loop says it once.
  private static let remarks = Locked<Set<String>>([])

  private func printRemarks(_ remarks: [String]) {
    for line in remarks.map({ "\(site): remark: \($0)" }) where Self.remarks.withLock({ $0.insert(line).inserted }) {
      StandardError.print(line)
    }
  }

  private func makeReport(
    _ facts: ExplorationFacts, _ settings: ExplorationSettings, _ host: any ExplorationHost
  ) -> ExplorationReport {
    let log = facts.finding?.log ?? facts.difference?.logs?.one
    let places = log.map { TaskPlaces($0, call: call) } ?? TaskPlaces()
    let text = ExplorationText(
      name: name, settings: settings, facts: facts, places: places,
      outsidePlaces: CodeSymbols.places(of: Set(facts.outsideEvents.flatMap { $0.addresses + $0.waits })),
      test: host.testName
    ).text
    return ExplorationReport(
      outcome: facts.outcome(settings), schedules: facts.schedules, orders: facts.orders,
      isExhaustive: facts.isComplete, schedule: facts.finding?.code.text, seed: settings.seed,
      repeated: facts.finding.flatMap { $0.repeated > 0 ? $0.failed : nil },
      steps: log.map { StepText($0, places: places).steps } ?? [],
      tasks: (log == nil ? facts.suspendedLog.map { TaskPlaces($0) } ?? places : places).facts,
      fromOutside: facts.schedulesWithOutside,
      virtualTime: .nanoseconds(facts.virtualTime), stepsOfLast: facts.steps, description: text)
  }

  /// The line that explores.
  private var call: String { "\("\(site.filePath)".split(separator: "/").last ?? ""):\(site.line)" }

  private func notExplored(_ reason: String) -> ExplorationReport {
    ExplorationReport(outcome: .outside, seed: settings.seed, description: "Not explored: \(reason)")
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension ExplorationCall {
  init(
    _ name: String?, _ schedules: Int, _ seed: UInt64?, _ replay: String?, _ options: [ExplorationOption],
    _ site: CallSite, _ body: @escaping @Sendable () async throws -> Void
  ) {
    self.init(
      name: name,
      settings: ExplorationSettings(schedules: schedules, seed: seed, replay: replay, options: options, site: site),
      site: site, body: body)
  }
}
