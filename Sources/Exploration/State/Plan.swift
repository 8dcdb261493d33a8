import Expectations

/// How one run decides which job is next. The same plan decides the same way for the same candidates.
enum Plan: Equatable, Sendable {
  /// First in, first out.
  case arrivalOrder
  /// These choices, then the first candidate each time. A choice that is too large for its candidates is the last of
  /// them.
  case choices([Int], ChoiceOrder = .arrival)
  /// A random walk: each candidate is equally likely.
  case randomWalk(seed: UInt64)
  /// Partial order sampling: each arrival gets a random priority, and the highest one is next.
  case arrivalPriorities(seed: UInt64)
  /// Probabilistic concurrency testing: each strand has a random priority, and at `changes` random choices of the first
  /// `length` the strand that would be next becomes the last one.
  case strandPriorities(seed: UInt64, changes: Int, length: Int)

  /// These strands, and then the order of arrival. The calls of actors by a step may follow it at once.
  case strands([Int], callsFollow: Bool)

  func makeChooser() -> Chooser {
    switch self {
    case .arrivalOrder: .choices(GivenChoices(choices: []))
    case .choices(let choices, let order): .choices(GivenChoices(choices: choices, order: order))
    case .randomWalk(let seed): .randomWalk(RandomNumbers(seed: seed))
    case .arrivalPriorities(let seed): .arrivalPriorities(seed: seed)
    case .strandPriorities(let seed, let changes, let length):
      .strandPriorities(StrandPriorities(seed: seed, changes: changes, length: length))
    case .strands(let strands, let callsFollow): .strands(GivenStrands(strands: strands, callsFollow: callsFollow))
    }
  }
}
