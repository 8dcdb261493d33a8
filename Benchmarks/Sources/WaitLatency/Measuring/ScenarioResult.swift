/// What a scenario has given.
struct ScenarioResult: Sendable {
  var scenario: Scenario
  var plan: Plan
  var candidates: [CandidateResult]

  /// The same candidates by the scenario's second figure.
  var companion: ScenarioResult? {
    guard let companion = scenario.companion else { return nil }
    var result = self
    result.scenario.name = companion.name
    result.scenario.unit = companion.unit
    result.scenario.companion = nil
    result.candidates = candidates.map { $0.ofCompanion(isSum: companion.isSum) }
    return result
  }

  /// Ours over that of another candidate. Only rounds that both ran in are compared.
  func ratio(against other: CandidateResult) -> Ratio? {
    guard let ours = candidates.first(where: { $0.name == Candidate.ours }), other.name != ours.name,
      other.candidate.reducedSize == nil
    else { return nil }
    let pairs = zip(ours.rounds, other.rounds).compactMap { mine, theirs -> (Distribution, Distribution)? in
      guard let mine, let theirs else { return nil }
      return (mine, theirs)
    }
    return Ratio(pairs)
  }
}

/// What one implementation has given.
struct CandidateResult: Sendable {
  var candidate: Candidate
  /// By round; nil where it did not run.
  var rounds: [Distribution?]
  var companions: [Distribution?]
  var all: Distribution

  var name: String { candidate.name }

  func ofCompanion(isSum: Bool) -> CandidateResult {
    var result = self
    let samples = companions.compactMap { $0 }.flatMap(\.sorted)
    // A sum is one figure; there is no round to compare with another.
    result.all = Distribution(isSum && !samples.isEmpty ? [samples.reduce(0, +)] : samples)
    result.rounds = isSum ? [] : companions
    result.companions = []
    return result
  }
}

/// Medians over the rounds of ours over theirs.
struct Ratio: Sendable {
  var p50: Double
  var p99: Double

  init?(_ rounds: [(ours: Distribution, theirs: Distribution)]) {
    let comparable = rounds.filter { $0.theirs.p50 > 0 }
    guard let p50 = Distribution.median(comparable.map { $0.ours.p50 / $0.theirs.p50 }),
      let p99 = Distribution.median(comparable.map { $0.ours.p99 / $0.theirs.p99 })
    else { return nil }
    self.p50 = p50
    self.p99 = p99
  }
}
