/// A call of `explore`: it finds a scheduler, explores, and reports.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ExplorationCall {
  let name: String?
  let settings: ExplorationSettings
  let site: CallSite
  let body: @Sendable () async throws -> Void

  func run() -> ExplorationReport {
    let host = ExplorationHosts.current
    let report = Scheduler.withScheduler { scheduler in
      guard let scheduler else { return notExplored("The body of an exploration cannot explore") }
      if let problem = Controls.current.problem { return notExplored(problem) }
      scheduler.crashNote.begin("\(site)")
      defer { scheduler.crashNote.end() }
      var exploration = ExplorationRun(settings, scheduler, host, body: body)
      return makeReport(scheduler.watchdog.watch("\(site)") { exploration.explore() })
    }
    if report.outcome != .passed { host.record(report.description, at: site) }
    return report
  }

  private func makeReport(_ facts: ExplorationFacts) -> ExplorationReport {
    let places = facts.finding?.log.map { TaskPlaces($0) } ?? TaskPlaces()
    let text = ExplorationText(name: name, settings: settings, facts: facts, places: places).text
    return ExplorationReport(
      outcome: facts.outcome(settings), schedules: facts.schedules, isExhaustive: facts.isComplete,
      schedule: facts.finding?.code.text, seed: settings.seed,
      repeated: facts.finding.flatMap { $0.repeated > 0 ? $0.failed : nil },
      steps: facts.finding?.log.map { StepText($0).steps } ?? [],
      tasks: WaitText(places: places).facts, fromOutside: facts.schedulesWithOutside,
      virtualTime: .nanoseconds(facts.virtualTime), stepsOfLast: facts.steps, description: text)
  }

  private func notExplored(_ reason: String) -> ExplorationReport {
    ExplorationReport(
      outcome: .outside, schedules: 0, isExhaustive: false, seed: settings.seed, steps: [], tasks: [], fromOutside: 0,
      virtualTime: .zero, stepsOfLast: 0, description: "Not explored: \(reason)")
  }
}
