/// All scenarios, in the order in which they run.
enum Catalog {
  static func scenarios(isQuick: Bool) -> [Scenario] {
    func plan(_ full: (Int, Int), quick: (Int, Int)) -> Scenario.Plan { isQuick ? quick : full }
    let calls = plan((20, 20), quick: (16, 6))
    let idle = isQuick ? 0.2 : 3.0
    let groups = [
      SingleWaits(
        name: "resume", about: "from fulfill() to running again; the callback comes after 0.2 to 2 ms",
        plan: plan((20, 100), quick: (16, 20)),
        trip: { Resume(fulfiller: Fulfiller(times: $0, seconds: 0.0002...0.002)) }),
      SingleWaits(
        name: "immediate", about: "from sending the callback to a queue to running again",
        plan: plan((20, 250), quick: (16, 20)), trip: { _ in Immediate() }),
      SingleWaits(
        name: "already-fulfilled", about: "a wait with nothing to wait for, by batches of 100",
        plan: plan((20, 50), quick: (10, 8)), waits: 100, trip: { _ in AlreadyFulfilled() }),
      SingleWaits(
        name: "race", about: "fulfill() and the wait begin at the same time, give or take",
        plan: plan((20, 1000), quick: (16, 60)),
        trip: { Race(fulfiller: Fulfiller(times: $0, seconds: 0...0)) }),
      SingleWaits(
        name: "idle-cpu", about: "CPU time of the process per second waited", unit: "ms/s",
        plan: plan((3, 1), quick: (3, 1)),
        trip: { Idle(fulfiller: Fulfiller(times: $0, seconds: idle...idle), seconds: idle) }),
    ]
    return groups.flatMap(\.scenarios) + [
      Calls.uncontended(calls),
      Calls.awaited(calls),
      Calls.contended(plan((20, 10), quick: (8, 3))),
      Calls.create(calls),
      Many.scenario(100, plan((20, 5), quick: (8, 2))),
      Many.scenario(1000, plan((10, 3), quick: (4, 1))),
      Many.scenario(10_000, plan((10, 1), quick: (4, 1))),
      Many.scenario(100_000, plan((6, 1), quick: (6, 1))),
      FalseTimeouts.scenario(plan((3, 1), quick: (1, 1))),
    ]
  }
}
