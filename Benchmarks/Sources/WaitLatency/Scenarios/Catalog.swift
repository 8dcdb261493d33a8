/// All scenarios, in the order in which they run.
enum Catalog {
  static var names: [String] { all(isQuick: true).map(\.name) }

  /// The names of all figures: those of the scenarios, and of their second figures.
  static var figureNames: [String] { all(isQuick: true).flatMap { [$0.name] + [$0.companion?.name].compactMap { $0 } } }

  static func scenarios(_ options: Options) throws -> [Scenario] {
    let all = all(isQuick: options.isQuick)
    guard let filter = options.filter else { return all }
    let chosen = all.filter { $0.name.contains(filter) }
    guard !chosen.isEmpty else {
      throw UsageError("no scenario's name contains \(filter); there are \(all.map(\.name).joined(separator: ", "))")
    }
    guard options.plot == nil || chosen.contains(where: Plot.canShow) else {
      throw UsageError("--plot draws latencies, and none of the chosen scenarios is one")
    }
    return chosen
  }

  private static func all(isQuick: Bool) -> [Scenario] {
    func plan(_ full: (Int, Int), quick: (Int, Int), isScalable: Bool = true) -> Plan {
      let (rounds, samples) = isQuick ? quick : full
      return Plan(rounds: rounds, samplesPerRound: samples, isScalable: isScalable)
    }
    func heavy(_ full: (Int, Int), quick: (Int, Int)) -> Plan { plan(full, quick: quick, isScalable: false) }
    let reducedXCTest = isQuick ? 1000 : nil
    return resume(plan((20, 100), quick: (8, 20)))
      + immediate(plan((20, 250), quick: (8, 40)))
      + alreadyFulfilled(plan((20, 50), quick: (10, 8)))
      + [
        FulfillScenarios.uncontended(plan((20, 20), quick: (16, 6))),
        FulfillScenarios.awaited(plan((20, 20), quick: (16, 6))),
        FulfillScenarios.contended(plan((20, 10), quick: (8, 3))),
        CreateScenarios.create(plan((20, 20), quick: (16, 6))),
        ManyScenarios.many(100, heavy((20, 5), quick: (8, 2)), reducedXCTest: nil),
        ManyScenarios.many(1000, heavy((10, 3), quick: (4, 1)), reducedXCTest: nil),
        ManyScenarios.many(10_000, heavy((10, 1), quick: (4, 1)), reducedXCTest: reducedXCTest),
        ManyScenarios.many(100_000, heavy((6, 1), quick: (2, 1)), reducedXCTest: nil),
        ManyScenarios.ordered(10_000, heavy((10, 1), quick: (4, 1)), reducedXCTest: isQuick ? 300 : 1000),
        ConcurrentWaitsScenario.scenario(heavy((5, 2), quick: (2, 1))),
      ]
      + [observe(plan((20, 50), quick: (8, 10)))]
      + idleCPU(heavy((3, 1), quick: (1, 1)), nanoseconds: isQuick ? 150_000_000 : 3_000_000_000)
      + race(plan((20, 1000), quick: (4, 250)))
      + [
        FalseTimeoutsScenario.scenario(
          heavy((3, 1), quick: (1, 1)), count: isQuick ? 100 : 1000, heldSeconds: isQuick ? 1.6 : 2.5),
        CreateScenarios.memory(heavy((3, 1), quick: (1, 1)), count: isQuick ? 20_000 : 100_000),
      ]
  }

  private static func resume(_ plan: Plan) -> [Scenario] {
    TrialScenarios(
      name: "resume", about: "from fulfill() to running again; the callback comes after 0.2 to 2 ms",
      unit: .microseconds, plan: plan, trial: ResumeTrial()
    ).all
  }

  private static func immediate(_ plan: Plan) -> [Scenario] {
    TrialScenarios(
      name: "immediate", about: "from sending the callback to a queue to running again",
      unit: .microseconds, plan: plan, trial: ImmediateTrial()
    ).all
  }

  private static func alreadyFulfilled(_ plan: Plan) -> [Scenario] {
    TrialScenarios(
      name: "already-fulfilled", about: "a wait with nothing to wait for, by batches of 100",
      unit: .microseconds, plan: plan, moreInTask: [AlreadyFulfilledTrial.confirmation],
      trial: AlreadyFulfilledTrial()
    ).all
  }

  private static func observe(_ plan: Plan) -> Scenario {
    TrialScenarios(
      name: "observe", about: "from a change of something observable to running again, after 0.2 to 2 ms",
      unit: .microseconds, plan: plan, moreInTask: [], inTask: Lineup.observing, trial: ResumeTrial()
    ).suspending
  }

  private static func idleCPU(_ plan: Plan, nanoseconds: UInt64) -> [Scenario] {
    TrialScenarios(
      name: "idle-cpu", about: "CPU time of the process per second waited",
      unit: .millisecondsPerSecond, plan: plan, trial: IdleCPUTrial(nanoseconds: nanoseconds)
    ).all
  }

  private static func race(_ plan: Plan) -> [Scenario] {
    TrialScenarios(
      name: "race", about: "fulfill() and the wait begin at the same time, give or take",
      unit: .microseconds, plan: plan, companion: ("over-50-ms", .waits), trial: RaceTrial()
    ).all
  }
}
