import Expectations

/// Runs the body of an exploration under plans.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct ScheduleRunner {
  let call: ExplorationCall
  let scheduler: Scheduler
  /// How many tasks the order of arrival leaves suspended. Where another order leaves more, one has been forgotten.
  var suspendedInFirst: Int?

  func run(_ plan: Plan, logs: Bool = false) -> Run.Result {
    let (host, body, isVirtualTime) = (call.host, call.body, call.settings.isVirtualTime)
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
      let stay = result.suspended == 1 ? "1 task stays" : "\(result.suspended) tasks stay"
      let first = suspendedInFirst == 0 ? "all tasks end" : suspendedInFirst == 1 ? "1 does" : "\(suspendedInFirst) do"
      let text = "\(stay) suspended for ever when the body has ended; in the order of arrival, \(first)"
      result.verdict = .failed(.init(text: text, kind: "suspended"))
    }
    return result
  }

  func code(_ choices: [Int], _ order: ChoiceOrder = .arrival, of trace: Trace? = nil) -> ScheduleCode {
    ScheduleCode(
      choices: choices, order: order, fingerprint: trace?.fingerprint(ofFirst: choices.count),
      sleeps: scheduler.sleeps.durations, machineMayStall: scheduler.limits.machineMayStall,
      cancels: scheduler.limits.cancels)
  }

  /// Looks for two of twenty runs of a plan whose steps differ. Those of one may be known.
  func firstDifference(_ plan: Plan, from known: StepLog? = nil) -> Difference.Logs? {
    guard let one = known ?? run(plan, logs: true).log else { return nil }
    for _ in 0..<20 {
      if let other = run(plan, logs: true).log, let logs = Difference.Logs(one, other) { return logs }
    }
    return nil
  }
}
