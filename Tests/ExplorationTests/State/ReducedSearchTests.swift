import Expectations
import TestSupport
import Testing

@testable import Exploration

/// Tasks that call actors, as a model: what a task does next follows from what the actors told it.
private struct ActorProgram: Sendable, CustomTestStringConvertible {
  var seed: UInt64
  var children: Int
  var length: Int
  var actors: Int
  var hasParent: Bool

  var testDescription: String { "seed \(seed): \(children) × \(length), \(actors) actors, parent: \(hasParent)" }

  /// What a run did: its steps, in which the first of each choice among how many, and what the tasks saw.
  struct Run {
    var steps: [FootprintStep] = []
    var strands: [Int] = []
    var ready: [[Int]] = []
    var outcome: [UInt64] = []
  }

  /// Runs the strands that are given, and then in the order of arrival.
  func run(_ given: [Int]) -> Run {
    var run = Run()
    var actorStates = Array(repeating: seed, count: actors)
    var locals = (0...children).map { RandomNumbers.hash(seed, $0) }
    var positions = Array(repeating: 0, count: children + 1)
    var hasEnded = Array(repeating: false, count: children + 1)
    var ready: [(strand: Int, cause: Int?)] =
      hasParent ? [(0, nil)] : (1...children).map { (strand: $0, cause: nil) }
    /// The child that the parent waits for.
    var awaited: Int?
    while !ready.isEmpty {
      run.ready.append(ready.map(\.strand))
      let wanted = run.steps.count < given.count ? given[run.steps.count] : ready[0].strand
      guard let index = ready.firstIndex(where: { $0.strand == wanted }) else { return Run() }
      let (strand, cause) = ready.remove(at: index)
      var step = FootprintStep(strand: strand, causes: cause.map { [$0] } ?? [])
      let number = run.steps.count
      step.footprint.reads.insert(.ends(of: strand))
      if strand == 0 {
        if positions[0] == 0 { ready += (1...children).map { (strand: $0, cause: number) } }
        if let child = (1...children).first(where: { !hasEnded[$0] }) {
          awaited = child
        } else {
          hasEnded[0] = true
        }
        positions[0] += 1
        locals[0] = RandomNumbers.hash(locals[0], hasEnded.count { $0 })
      } else if positions[strand] == length {
        hasEnded[strand] = true
        step.footprint.changes.insert(.ends(of: 0))
        if awaited == strand {
          awaited = nil
          ready.append((0, number))
        }
      } else {
        let actor = Int(RandomNumbers.hash(locals[strand], positions[strand]) % UInt64(actors + 1))
        if actor < actors {
          step.footprint.changes.insert(.actor(UInt(actor)))
          actorStates[actor] = RandomNumbers.hash(actorStates[actor], strand)
          locals[strand] = RandomNumbers.hash(locals[strand], Int(truncatingIfNeeded: actorStates[actor]))
        }
        positions[strand] += 1
        ready.append((strand, number))
      }
      run.steps.append(step)
      run.strands.append(strand)
    }
    run.outcome = locals + actorStates
    return run
  }

  /// The orders of all schedules, and the number of schedules.
  func all() -> (orders: Set<UInt64>, outcomes: Set<[UInt64]>, schedules: Int) {
    var (orders, outcomes, schedules): (Set<UInt64>, Set<[UInt64]>, Int) = ([], [], 0)
    var prefixes: [[Int]] = [[]]
    while let prefix = prefixes.popLast() {
      let run = run(prefix)
      schedules += 1
      orders.insert(StepOrder.number(of: StepOrder(run.steps).numbers))
      outcomes.insert(run.outcome)
      for position in prefix.count..<run.strands.count {
        for other in run.ready[position] where other != run.strands[position] {
          prefixes.append(Array(run.strands[..<position]) + [other])
        }
      }
    }
    return (orders, outcomes, schedules)
  }

  static let all: [ActorProgram] = (0..<ProofSize.of(small: 30, full: 120)).map { number in
    let shapes = ProofSize.of(
      small: [(2, 2), (2, 3), (3, 1), (2, 4), (2, 2)], full: [(2, 2), (2, 3), (3, 1), (3, 2), (4, 1), (2, 4)])
    let (children, length) = shapes[number % shapes.count]
    return ActorProgram(
      seed: UInt64(number), children: children, length: length, actors: 1 + number / 6 % 3, hasParent: number % 4 > 1)
  }
}

@Suite struct ReducedSearchTests {
  @Test(arguments: ActorProgram.all) fileprivate func search_runsEachOrder(program: ActorProgram) {
    let all = program.all()
    var search = ReducedSearch()
    var (orders, outcomes): (Set<UInt64>, Set<[UInt64]>) = ([], [])
    while let strands = search.next() {
      let run = program.run(strands)
      let isAsExpected = search.add(run.steps)
      #expect(isAsExpected)
      orders.insert(StepOrder.number(of: StepOrder(run.steps).numbers))
      outcomes.insert(run.outcome)
    }
    #expect(orders == all.orders)
    #expect(outcomes == all.outcomes)
    #expect(search.orderCount == all.orders.count)
    #expect(!search.leavesOut)
  }
}
