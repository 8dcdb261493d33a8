import Expectations

/// Chooses the next of several candidates.
enum Chooser: Equatable, Sendable {
  case choices(GivenChoices)
  case randomWalk(RandomNumbers)
  case arrivalPriorities(seed: UInt64)
  case strandPriorities(StrandPriorities)
  case strands(GivenStrands)

  /// The strands that it is given, in which each step counts, and not only those that are one of several.
  var strands: GivenStrands? { if case .strands(let given) = self { given } else { nil } }

  /// Returns the index of the candidate that is next after a step of `strand`.
  mutating func choose(among candidates: [Candidate], after strand: Int = 0) -> Int {
    switch self {
    case .choices(var given):
      let index = given.next(among: candidates, after: strand)
      self = .choices(given)
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
    case .strands(var given):
      let index = given.next(among: candidates)
      self = .strands(given)
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
