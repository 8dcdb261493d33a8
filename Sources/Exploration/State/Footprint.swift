import Expectations

/// What a step used that other steps use too, as far as an exploration sees it.
struct Footprint: Equatable, Sendable {
  enum Thing: Hashable, Sendable {
    /// The state of the actor at this address.
    case actor(UInt)
    case mainActor
    /// Which child tasks of this strand have ended, and in which order.
    case ends(of: Int)
    /// Whether the task of this strand is canceled.
    case cancellation(of: Int)
    /// All that is not known. Each step reads it.
    case everything
  }

  var changes: Set<Thing> = []
  var reads: Set<Thing> = [.everything]
}

/// A step of a run with its calls of actors, as a search sees it that leaves out orders.
struct FootprintStep: Equatable, Sendable {
  var strand: Int
  var footprint = Footprint()
  /// The indices of the steps that made it ready.
  var causes: [Int] = []
}

/// Which steps of a run had to come before which.
///
/// Steps that no path connects commute: in the other order, they do the same.
struct StepOrder: Sendable {
  let steps: [FootprintStep]
  /// The steps directly before each one, in ascending order.
  private(set) var before: [[Int]] = []
  /// A number for each step, which follows from its strand, from how much it changes, and from all that had to come
  /// before it. The same step in another run has the same number.
  private(set) var numbers: [UInt64] = []
  /// For each step, all that had to come before it, and itself.
  private var pasts: [BitSet] = []
  private var accesses: [Footprint.Thing: [(step: Int, isChange: Bool)]] = [:]

  init(_ steps: [FootprintStep]) {
    self.steps = steps
    var lastOfStrand: [Int: Int] = [:]
    for (index, step) in steps.enumerated() {
      let direct = directlyBefore(step, last: lastOfStrand[step.strand]) { _ in true }
      before.append(direct)
      numbers.append(number(of: step, after: direct))
      var past = BitSet(count: steps.count)
      past.insert(index)
      for earlier in direct { past.formUnion(pasts[earlier]) }
      pasts.append(past)
      lastOfStrand[step.strand] = index
      for thing in step.footprint.changes { accesses[thing, default: []].append((index, true)) }
      for thing in step.footprint.reads.subtracting(step.footprint.changes) {
        accesses[thing, default: []].append((index, false))
      }
    }
  }

  /// Whether one step had to come before another one, or is it.
  func isBefore(_ earlier: Int, _ later: Int) -> Bool { pasts[later].contains(earlier) }

  /// The pairs of steps that could have come in the other order, with nothing else between them that had to.
  var races: [(first: Int, second: Int)] {
    var races: [(first: Int, second: Int)] = []
    for second in steps.indices {
      for first in before[second] where isReversible(first, second) { races.append((first, second)) }
    }
    return races
  }

  private func isReversible(_ first: Int, _ second: Int) -> Bool {
    let step = steps[second]
    guard steps[first].strand != step.strand, !step.causes.contains(first) else { return false }
    return !before[second].contains { $0 != first && isBefore(first, $0) }
  }

  /// The steps of another order: those that need not come after the first step of a race, and then the second.
  func reversal(_ race: (first: Int, second: Int)) -> Reversal {
    let kept = steps.indices.filter { !isBefore(race.first, $0) }
    let isKept = Set(kept)
    let step = steps[race.second]
    let last = kept.last { steps[$0].strand == step.strand }
    let direct = directlyBefore(step, last: last) { isKept.contains($0) }
    var ends = isKept
    for index in kept { ends.subtract(before[index]) }
    let number = number(of: step, after: direct)
    return Reversal(
      strands: kept.map { steps[$0].strand } + [step.strand],
      pair: [steps[race.first].strand, step.strand].sorted(),
      number: Self.number(of: kept.map { numbers[$0] } + [number]), last: number, otherEnds: ends.map { numbers[$0] })
  }

  /// An order of steps that has not run.
  struct Reversal: Equatable, Sendable {
    /// The strands of its steps.
    var strands: [Int] = []
    /// The strands of the two steps whose order it reverses.
    var pair: [Int] = []
    /// The number of the order.
    var number: UInt64 = 0
    /// The number that its last step has if it uses what it used before.
    var last: UInt64 = 0
    /// The numbers of the other steps that need not come before another one. They follow from all steps but the last.
    var otherEnds: [UInt64] = []
  }

  /// A number for an order of steps. Orders that differ only in steps that commute have the same.
  static func number(of numbers: [UInt64]) -> UInt64 { numbers.reduce(0) { $0 &+ RandomNumbers.hash($1, 2) } }

  /// The steps that have to come directly before a step that runs behind those that are permitted.
  private func directlyBefore(_ step: FootprintStep, last: Int?, where isPermitted: (Int) -> Bool) -> [Int] {
    var direct = Set(step.causes)
    if let last { direct.insert(last) }
    for thing in step.footprint.changes.union(step.footprint.reads) {
      let isChanged = step.footprint.changes.contains(thing)
      for access in (accesses[thing] ?? []).reversed() where isPermitted(access.step) {
        if isChanged || access.isChange { direct.insert(access.step) }
        if access.isChange { break }
      }
    }
    return direct.sorted()
  }

  private func number(of step: FootprintStep, after direct: [Int]) -> UInt64 {
    // A sum, because the steps before it may have come in any order.
    let sum = direct.reduce(0 as UInt64) { $0 &+ RandomNumbers.hash(numbers[$1], 1) }
    return RandomNumbers.hash(RandomNumbers.hash(sum, step.strand), step.footprint.changes.count)
  }
}

/// A set of small numbers.
private struct BitSet: Sendable {
  private var words: [UInt64]

  init(count: Int) { words = Array(repeating: 0, count: (count + 63) / 64) }

  func contains(_ number: Int) -> Bool { words[number / 64] & (1 << UInt64(number % 64)) != 0 }

  mutating func insert(_ number: Int) { words[number / 64] |= 1 << UInt64(number % 64) }

  mutating func formUnion(_ other: BitSet) { for index in words.indices { words[index] |= other.words[index] } }
}
