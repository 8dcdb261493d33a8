/// One implementation in a scenario.
struct Candidate: Sendable {
  enum Ability: Sendable {
    case measured(@Sendable (Batch) -> Figures)
    /// The implementation cannot run the scenario, with the reason.
    case unable(String)
  }

  var name: String
  var ability: Ability
  /// The approximate time of one sample, in seconds, if it is long. A slow candidate takes fewer samples.
  var slowness: Double?
  /// The size for this candidate, if it differs from the scenario's. There is no ratio then.
  var reducedSize: Int?
  /// A remark for readers of its figures.
  var remark: String?

  /// The name of this library.
  static let ours = "Expectations"

  static func unable(_ name: String, _ reason: String) -> Candidate {
    Candidate(name: name, ability: .unable(reason))
  }

  /// Makes a candidate whose batch is any number of independent samples.
  static func each(
    _ name: String, slowness: Double? = nil, reducedSize: Int? = nil, remark: String? = nil,
    _ sample: @escaping @Sendable () -> Double
  ) -> Candidate {
    let ability = Ability.measured { batch in Figures(samples: (0..<batch.count).map { _ in sample() }) }
    return Candidate(name: name, ability: ability, slowness: slowness, reducedSize: reducedSize, remark: remark)
  }
}

/// The work of a candidate in one round.
struct Batch: Sendable {
  var count: Int
  var generator: SeededGenerator

  /// Round trips at the beginning that do not count, because the previous work has left its mark on the caches and the
  /// cores.
  var warmUps: Int { min(3, count / 10) }
}

/// The measurements of a candidate in one round.
struct Figures: Sendable {
  var samples: [Double]
  /// The figures of the scenario's companion.
  var companions: [Double] = []
}
