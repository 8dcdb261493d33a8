/// One implementation in a scenario.
struct Candidate: Sendable {
  enum Ability: Sendable {
    case measured(@Sendable (Batch) -> Figures)
    /// It cannot do it, and why.
    case unable(String)
  }

  var name: String
  var ability: Ability
  /// About how long one sample takes, in seconds, if that is long: it then gets fewer samples.
  var slowness: Double?
  /// The size that it is measured at, if that is not the scenario's. There is no ratio then.
  var reducedSize: Int?
  /// What a reader of its figures should know.
  var remark: String?

  /// This library's own.
  static let ours = "Expectations"

  static func unable(_ name: String, _ reason: String) -> Candidate {
    Candidate(name: name, ability: .unable(reason))
  }

  /// A candidate of which a batch is any number of independent samples.
  static func each(
    _ name: String, slowness: Double? = nil, reducedSize: Int? = nil, remark: String? = nil,
    _ sample: @escaping @Sendable () -> Double
  ) -> Candidate {
    let ability = Ability.measured { batch in Figures(samples: (0..<batch.count).map { _ in sample() }) }
    return Candidate(name: name, ability: ability, slowness: slowness, reducedSize: reducedSize, remark: remark)
  }
}

/// What a candidate has to do in one round.
struct Batch: Sendable {
  var count: Int
  var generator: SeededGenerator

  /// Round trips that come first and do not count: what ran before has left the caches and the cores its own way.
  var warmUps: Int { min(3, count / 10) }
}

/// What a candidate has measured in one round.
struct Figures: Sendable {
  var samples: [Double]
  /// Of the scenario's companion.
  var companions: [Double] = []
}
