import Expectations

/// Decides which candidate is next in one run. The same plan decides the same way for the same candidates.
enum Plan: Equatable, Sendable {
  /// Choices that are given, and then the first candidate each time.
  case given(GivenChoices)
  /// A random walk: each candidate is equally likely.
  case randomWalk(RandomNumbers)
  /// Partial order sampling: each arrival gets a random priority, and the highest one is next.
  case arrivalPriorities(seed: UInt64)
  /// Probabilistic concurrency testing.
  case strandPriorities(StrandPriorities)

  /// First in, first out.
  static var arrivalOrder: Plan { .choices([]) }

  /// These choices, then the first candidate each time. A choice that is too large for its candidates is the last of
  /// them.
  static func choices(_ choices: [Int], _ order: ChoiceOrder = .arrival) -> Plan {
    .given(GivenChoices(choices: choices, order: order))
  }

  /// Returns the index of the candidate that is next after an event.
  mutating func choose(among candidates: [Candidate], after last: Candidate.Event = .job(of: 0)) -> Int {
    switch self {
    case .given(var given):
      let index = given.next(among: candidates, after: last)
      self = .given(given)
      return index
    case .randomWalk(var numbers):
      let index = numbers.next(below: candidates.count)
      self = .randomWalk(numbers)
      return index
    case .arrivalPriorities(let seed):
      return candidates.indexOfGreatest { RandomNumbers.hash(seed, $0.arrival) }
    case .strandPriorities(var priorities):
      // Emptied first, so that its arrays are not copied.
      self = .arrivalPriorities(seed: 0)
      let index = priorities.choose(among: candidates)
      self = .strandPriorities(priorities)
      return index
    }
  }
}

extension [Candidate] {
  /// The index of the first candidate with the greatest rank.
  func indexOfGreatest(_ rank: (Candidate) -> UInt64) -> Int {
    var best = 0
    var bestRank = rank(self[0])
    for index in 1..<count {
      let other = rank(self[index])
      if other > bestRank { (best, bestRank) = (index, other) }
    }
    return best
  }
}
