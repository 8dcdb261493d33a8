/// The results of a scenario.
struct ScenarioResult: Sendable {
  var scenario: Scenario
  var plan: Plan
  var candidates: [CandidateResult]

  /// The results of the same candidates for the scenario's second figure.
  var companion: ScenarioResult? {
    guard let companion = scenario.companion else { return nil }
    var result = self
    result.scenario.name = companion.name
    result.scenario.unit = companion.unit
    result.scenario.companion = nil
    result.candidates = candidates.map { $0.ofCompanion(isSum: companion.isSum) }
    return result
  }

  /// The ratio of this library to another candidate. Only rounds in which both ran are compared.
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

/// The results of one implementation.
struct CandidateResult: Sendable {
  var candidate: Candidate
  /// The distribution for each round; nil for a round in which the candidate did not run.
  var rounds: [Distribution?]
  var companions: [Distribution?]
  var all: Distribution

  var name: String { candidate.name }

  func ofCompanion(isSum: Bool) -> CandidateResult {
    var result = self
    let samples = companions.compactMap { $0 }.flatMap(\.sorted)
    // A sum is a single figure, so there is no round to compare.
    result.all = Distribution(isSum && !samples.isEmpty ? [samples.reduce(0, +)] : samples)
    result.rounds = isSum ? [] : companions
    result.companions = []
    return result
  }
}

/// Medians over the rounds of the ratio of this library to another candidate.
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
