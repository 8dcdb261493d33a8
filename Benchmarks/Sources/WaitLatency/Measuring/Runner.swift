/// Runs one scenario with all its candidates interleaved.
///
/// The work just before a sample can change it threefold: it decides which core the threads use, and whether that core
/// idles. So every round runs the candidates in a new order, and only figures of the same round are compared.
struct Runner {
  let options: Options
  let progress: Progress

  /// The time for a slow candidate, in seconds: in all rounds together, and in one round.
  private var budget: (total: Double, round: Double) { options.isQuick ? (0.6, 0.1) : (5, 0.25) }

  func run(_ scenario: Scenario) -> ScenarioResult {
    var generator = SeededGenerator(seed: options.seed, name: scenario.name)
    let plan = scenario.plan.scaled(to: options.samples)
    let shares = scenario.candidates.map { share(of: $0, in: plan) }
    var figures = scenario.candidates.map { _ in [Figures?](repeating: nil, count: plan.rounds) }
    for round in 0..<plan.rounds {
      for index in scenario.candidates.indices.shuffled(using: &generator) {
        // Draw a seed for every candidate, so that one that sits out changes nothing for the others.
        let seed = generator.next()
        let (candidate, share) = (scenario.candidates[index], shares[index])
        guard case .measured(let measure) = candidate.ability, round < share.rounds else { continue }
        progress.update(round: round + 1, of: plan.rounds, candidate.name)
        let batch = Batch(count: share.samplesPerRound, generator: SeededGenerator(seed: seed))
        figures[index][round] = measure(batch)
        Places.drainMain()
      }
    }
    let candidates = zip(scenario.candidates, figures).map(CandidateResult.init)
    return ScenarioResult(scenario: scenario, plan: plan, candidates: candidates)
  }

  private func share(of candidate: Candidate, in plan: Plan) -> Plan {
    guard let slowness = candidate.slowness else { return plan }
    let samples = min(plan.samplesPerRound, max(1, Int(budget.round / slowness)))
    let rounds = min(plan.rounds, max(options.isQuick ? 1 : 2, Int(budget.total / (slowness * Double(samples)))))
    return Plan(rounds: rounds, samplesPerRound: samples)
  }
}

extension CandidateResult {
  fileprivate init(_ candidate: Candidate, _ figures: [Figures?]) {
    self.init(
      candidate: candidate,
      rounds: figures.map { $0.map { Distribution($0.samples) } },
      companions: figures.map { $0.map { Distribution($0.companions) } },
      all: Distribution(figures.compactMap { $0 }.flatMap(\.samples)))
  }
}
