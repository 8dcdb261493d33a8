import Expectations

/// Runs the body of an exploration under plans.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ScheduleRunner {
  let settings: ExplorationSettings
  let scheduler: Scheduler
  let host: any ExplorationHost
  let body: @Sendable () async throws -> Void
  /// How many tasks the order of arrival leaves suspended. Where another order leaves more, one has been forgotten.
  var suspendedInFirst: Int?

  func run(_ plan: Plan, logs: Bool = false) -> Run.Result {
    let (host, body, isVirtualTime) = (host, body, settings.isVirtualTime)
    let failures = Failures(areOfTest: isVirtualTime)
    let noting: @Sendable () async throws -> Void = {
      Scheduler.runOfCaller?.test = CallersTest()
      try await body()
    }
    scheduler.crashNote.noteSchedule(code([]))
    var result = scheduler.run(plan, logs: logs, failures: failures) {
      guard !isVirtualTime else { return try await host.run(noting, noting: failures) }
      let collecting: @Sendable () async throws -> Void = {
        // Failed waits and conditions are added to `failures`, and not recorded in the test.
        try await CollectingHost.collecting(
          { text, site in
            // The task may be left over from a run in which nothing failed.
            if !failures.add(Verdict.Failure(text: text, place: "\(site)")) { host.record(text, at: site) }
          }, noting)
      }
      try await host.run(collecting, noting: failures)
    }
    if result.verdict == .passed, let suspendedInFirst, result.suspended > suspendedInFirst {
      let text = Self.words(suspended: result.suspended, inFirst: suspendedInFirst)
      result.verdict = .failed(.init(text: text, kind: "suspended"))
    }
    return result
  }

  private static func words(suspended: Int, inFirst: Int) -> String {
    (suspended == 1 ? "1 task stays" : "\(suspended) tasks stay")
      + " suspended for ever when the body has ended; in the order of arrival, "
      + (inFirst == 0 ? "all tasks end" : inFirst == 1 ? "1 does" : "\(inFirst) do")
  }

  func code(_ choices: [Int], _ order: ChoiceOrder = .arrival, of trace: Trace? = nil) -> ScheduleCode {
    ScheduleCode(
      choices: choices, order: order, fingerprint: trace?.fingerprint(ofFirst: choices.count),
      sleeps: scheduler.sleeps.durations, machineMayStall: scheduler.limits.machineMayStall,
      cancels: scheduler.limits.cancels)
  }

  /// How often a schedule is repeated to show what differs.
  private static let repetitions = 20

  /// Looks for two runs of a plan whose steps differ. Those of one may be known.
  func firstDifference(_ plan: Plan, from known: StepLog? = nil) -> Difference.Logs? {
    guard let one = known ?? run(plan, logs: true).log else { return nil }
    for _ in 0..<Self.repetitions {
      if let other = run(plan, logs: true).log, let logs = Difference.Logs(one, other) { return logs }
    }
    return nil
  }
}
