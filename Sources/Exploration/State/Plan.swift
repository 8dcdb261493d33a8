import Expectations

/// Decides which candidate is next in one run. The same plan decides the same way for the same candidates.
enum Plan: Equatable, Sendable {
  /// These choices, counted in an order, and then the first each time. One that is too large is the last candidate.
  case choices([Int], ChoiceOrder = .arrival)
  /// Each candidate is equally likely.
  case randomWalk(RandomNumbers)
  /// Partial order sampling: each arrival gets a random priority, and the highest one is next.
  case arrivalPriorities(seed: UInt64)
  /// Probabilistic concurrency testing.
  case strandPriorities(StrandPriorities)

  static var arrivalOrder: Plan { .choices([]) }

  mutating func choose(among candidates: [Candidate], after trace: Trace) -> Int {
    switch self {
    case .choices(let choices, let order):
      let position = trace.choices.count
      let rank = position < choices.count ? min(choices[position], candidates.count - 1) : 0
      return order.index(of: rank, among: candidates, after: trace.last)
    case .randomWalk(var numbers):
      let index = numbers.next(below: candidates.count)
      self = .randomWalk(numbers)
      return index
    case .arrivalPriorities(let seed):
      return candidates.indexOfGreatest { RandomNumbers.hash(seed, $0.number) }
    case .strandPriorities(var priorities):
      // Emptied first, so that its arrays are not copied.
      self = .arrivalPriorities(seed: 0)
      let index = priorities.choose(among: candidates, at: trace.choices.count)
      self = .strandPriorities(priorities)
      return index
    }
  }

  /// Whether a run had a candidate for each of the choices that are given.
  func fits(_ trace: Trace) -> Bool {
    guard case .choices(let choices, _) = self else { return true }
    return choices.count <= trace.choices.count && zip(choices, trace.choices).allSatisfy { $0 < $1.count }
  }
}
