/// The action on a peer in the scenarios of single waits, the same for every peer and every place.
protocol Trial: Sendable {
  /// Whether the waits are long enough to show that a peer is slow.
  var isSlowWhereThePeerIs: Bool { get }

  func block<P: BlockingPeer>(_ type: P.Type, _ batch: Batch) -> Figures
  func suspend<P: SuspendingPeer>(_ type: P.Type, _ batch: Batch) async -> Figures
}

/// Makes three scenarios of a trial: on a thread, on the main thread, and in a task.
struct TrialScenarios<T: Trial> {
  var name: String
  var about: String
  var unit: Unit
  var plan: Plan
  /// Part of the name, and the unit, of a second figure that is a sum.
  var companion: (name: String, unit: Unit)?
  /// Peers that can run the trial in a task, although they cannot wait there.
  var moreInTask = Lineup.unableInTask
  /// The peers in a task.
  var inTask = Lineup.task
  var trial: T

  var all: [Scenario] {
    [
      scenario("thread", Lineup.thread.map { candidate($0, isOnMain: false) }),
      scenario("main", Lineup.main.map { candidate($0, isOnMain: true) } + Lineup.unableOnMain),
      suspending,
    ]
  }

  /// The scenario in a task.
  var suspending: Scenario { scenario("async", inTask.map(candidate) + moreInTask) }

  private func scenario(_ place: String, _ candidates: [Candidate]) -> Scenario {
    let whole = "\(name)/\(place)"
    let companion = companion.map { Companion(name: "\(whole)/\($0.name)", unit: $0.unit, isSum: true) }
    return Scenario(
      name: whole, about: about, unit: unit, plan: plan, companion: companion, candidates: candidates)
  }

  private func candidate(_ entry: Lineup.Blocking, isOnMain: Bool) -> Candidate {
    let trial = trial
    let here: @Sendable (Batch) -> Figures = { batch in trial.block(entry.peer, batch) }
    let onThread: @Sendable (Batch) -> Figures = { batch in Places.onThread { here(batch) } }
    var candidate = Candidate(name: entry.name, ability: .measured(isOnMain ? here : onThread))
    if trial.isSlowWhereThePeerIs {
      candidate.slowness = entry.slowness
      candidate.remark = entry.remark
    }
    return candidate
  }

  private func candidate(_ entry: Lineup.Suspending) -> Candidate {
    let trial = trial
    let inTask: @Sendable (Batch) -> Figures = { batch in
      Places.inTask { await trial.suspend(entry.peer, batch) }
    }
    let slowness = trial.isSlowWhereThePeerIs ? entry.slowness : nil
    return Candidate(name: entry.name, ability: .measured(inTask), slowness: slowness)
  }
}
