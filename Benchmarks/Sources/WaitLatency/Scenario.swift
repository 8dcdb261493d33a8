/// One measurement, for several implementations.
struct Scenario: Sendable {
  let name: String
  /// The meaning of one sample, for the head of the table.
  let about: String
  let unit: String
  let plan: Plan
  let candidates: [Candidate]

  typealias Plan = (rounds: Int, samplesPerRound: Int)

  /// Runs all candidates, interleaved.
  ///
  /// The work just before a sample can change it threefold: it decides which core the threads use, and whether that
  /// core idles. So every round runs the candidates in a new order, and only figures of the same round are compared.
  func run() -> ScenarioResult {
    var rounds = candidates.map { _ in [[Double]]() }
    for _ in 0..<plan.rounds {
      for index in candidates.indices.shuffled() {
        let candidate = candidates[index]
        rounds[index].append(candidate.measure(candidate.isSlow ? 1 : plan.samplesPerRound).sorted())
        Places.drainMain()
      }
    }
    let lines = candidates.indices.map { index in
      ScenarioResult.Line(
        name: candidates[index].name, sorted: rounds[index].flatMap { $0 }.sorted(),
        ratio: index == 0 ? nil : ratio(rounds[0], rounds[index]))
    }
    return ScenarioResult(scenario: self, lines: lines)
  }

  /// The median over the rounds of the ratio of one p50 to another.
  private func ratio(_ ours: [[Double]], _ theirs: [[Double]]) -> Double? {
    let ratios = zip(ours, theirs).map { percentile(50, $0) / percentile(50, $1) }.filter(\.isFinite).sorted()
    guard !ratios.isEmpty else { return nil }
    return (ratios[(ratios.count - 1) / 2] + ratios[ratios.count / 2]) / 2
  }
}

/// One implementation in a scenario. The first one is this library.
struct Candidate: Sendable {
  /// The name of this library.
  static let ours = "Expectations"

  let name: String
  /// Whether it takes only one sample in each round.
  var isSlow = false
  /// Takes a number of samples.
  let measure: @Sendable (Int) -> [Double]

  /// Makes a candidate whose samples are independent of each other.
  static func each(_ name: String, _ sample: @escaping @Sendable () -> Double) -> Candidate {
    Candidate(name: name) { count in (0..<count).map { _ in sample() } }
  }
}

struct ScenarioResult: Sendable {
  let scenario: Scenario
  let lines: [Line]

  /// The results of one implementation.
  struct Line: Sendable {
    let name: String
    let sorted: [Double]
    /// This library's p50 as a multiple of this one; nil for this library itself, and if this one is zero.
    let ratio: Double?

    var p50: Double { percentile(50, sorted) }
    var p90: Double { percentile(90, sorted) }
    var p99: Double { percentile(99, sorted) }
    var max: Double { percentile(100, sorted) }
  }
}

/// The smallest sample that is not exceeded by the given share of the samples.
private func percentile(_ percent: Int, _ sorted: [Double]) -> Double {
  sorted[(percent * sorted.count + 99) / 100 - 1]
}
