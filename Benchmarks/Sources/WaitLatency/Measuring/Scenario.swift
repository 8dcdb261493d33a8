/// One measurement, for several implementations.
struct Scenario: Sendable {
  var name: String
  /// The meaning of one sample, for the head of the table.
  var about: String
  var unit: Unit
  var plan: Plan
  /// A second figure of the same run.
  var companion: Companion?
  var candidates: [Candidate]
}

/// The number of rounds and samples.
struct Plan: Sendable {
  var rounds: Int
  var samplesPerRound: Int
  /// Whether `--samples` changes the plan.
  var isScalable = true

  /// Spreads the samples over the rounds.
  func scaled(to samples: Int?) -> Plan {
    guard let samples, isScalable else { return self }
    let rounds = min(rounds, samples)
    return Plan(rounds: rounds, samplesPerRound: samples / rounds)
  }
}

/// A second figure of a scenario.
struct Companion: Sendable {
  var name: String
  var unit: Unit
  /// Whether the figures of the rounds are added. Otherwise they are samples of a distribution.
  var isSum: Bool
}

enum Unit: String, Sendable {
  case nanoseconds = "ns"
  case microseconds = "µs"
  case milliseconds = "ms"
  case millisecondsPerSecond = "ms/s"
  case threads, bytes, waits

  /// One unit in seconds, if it is a time.
  var seconds: Double? {
    switch self {
    case .nanoseconds: 1e-9
    case .microseconds: 1e-6
    case .milliseconds: 1e-3
    case .millisecondsPerSecond, .threads, .bytes, .waits: nil
    }
  }
}
