import Expectations

/// Probabilistic concurrency testing (Burckhardt and others, 2010): the strand with the highest priority runs until it
/// waits. At a few random choices, the strand that would run gets a priority below all others.
struct StrandPriorities: Equatable, Sendable {
  private let seed: UInt64
  private let changes: [Int]
  private var lowered: [Candidate.Event: UInt64] = [:]
  /// The priority of the strand that the next change lowers. Each later change is lower than those before.
  private var lowest: UInt64

  /// Makes priorities that change at `changes` of the first `length` choices.
  init(seed: UInt64, changes: Int, length: Int) {
    self.seed = seed
    lowest = UInt64(changes)
    var numbers = RandomNumbers(seed: ~seed)
    self.changes = (0..<changes).map { _ in numbers.next(below: max(1, length)) }
  }

  /// - Parameter position: How many choices there were before.
  mutating func choose(among candidates: [Candidate], at position: Int) -> Int {
    let index = candidates.indexOfGreatest(priority)
    guard changes.contains(position) else { return index }
    lowered[candidates[index].event] = lowest
    lowest -= 1
    return candidates.indexOfGreatest(priority)
  }

  private func priority(of candidate: Candidate) -> UInt64 {
    // The highest bit is set, so that every lowered priority is below.
    lowered[candidate.event] ?? (RandomNumbers.hash(seed, candidate.event.number) | 1 << 63)
  }
}
