/// One thing that is measured, for several implementations.
struct Scenario: Sendable {
  var name: String
  /// What one sample is, for the head of the table.
  var about: String
  var unit: Unit
  var plan: Plan
  /// A second figure that the same run gives.
  var companion: Companion?
  var candidates: [Candidate]
}

/// How much is measured.
struct Plan: Sendable {
  var rounds: Int
  var samplesPerRound: Int
  /// Whether `--samples` changes it.
  var isScalable = true

  /// Spreads so many samples over the rounds.
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
  /// Whether the figures of the rounds are added up; they are samples of a distribution otherwise.
  var isSum: Bool
}

enum Unit: String, Sendable {
  case nanoseconds = "ns"
  case microseconds = "µs"
  case milliseconds = "ms"
  case millisecondsPerSecond = "ms/s"
  case threads, bytes, waits

  /// One of it in seconds, if it is a time.
  var seconds: Double? {
    switch self {
    case .nanoseconds: 1e-9
    case .microseconds: 1e-6
    case .milliseconds: 1e-3
    case .millisecondsPerSecond, .threads, .bytes, .waits: nil
    }
  }
}
