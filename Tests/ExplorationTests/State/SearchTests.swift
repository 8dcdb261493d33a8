import Expectations
import TestSupport
import Testing

@testable import Exploration

/// A program for the searches, without a runtime: strands with a number of steps each.
struct StepProgram {
  var steps: [Int]

  /// Runs the strands under a plan, and returns the trace and the order of the strands.
  func run(_ given: Plan) -> (trace: Trace, order: [Int]) {
    var plan = given
    var lanes = Lanes<Int>()
    var left = steps
    var trace = Trace()
    var order: [Int] = []
    for strand in steps.indices { lanes.add(strand, strand: strand) }
    while lanes.count > 0 {
      var index = 0
      if lanes.candidates.count > 1 {
        index = plan.choose(among: lanes.candidates, after: trace)
        trace.addChoice(index, among: lanes.candidates)
      }
      let strand = lanes.take(index).job
      trace.addStep(.job(of: strand))
      order.append(strand)
      left[strand] -= 1
      if left[strand] > 0 { lanes.add(strand, strand: strand) }
    }
    return (trace, order)
  }

  /// Runs the plans of a portfolio, and returns them with the orders of the strands.
  func run(_ portfolio: inout Portfolio) -> [(plan: Plan, order: [Int])] {
    var all: [(plan: Plan, order: [Int])] = []
    while let plan = portfolio.next() {
      let (trace, order) = run(plan)
      all.append((plan, order))
      let agrees = portfolio.note(trace)
      #expect(agrees)
    }
    return all
  }

  /// Runs the schedules of a search, and returns their choices with the orders of the strands.
  func run(_ search: inout DeviationSearch, upTo count: Int = .max) -> [(choices: [Int], order: [Int])] {
    var all: [(choices: [Int], order: [Int])] = []
    while all.count < count, let choices = search.next() {
      let (trace, order) = run(.choices(choices))
      all.append((choices, order))
      let agrees = search.add(choices, trace)
      #expect(agrees)
    }
    return all
  }
}

extension Plan {
  static func walk(_ seed: UInt64) -> Plan { .randomWalk(RandomNumbers(seed: seed)) }

  static func priorities(_ seed: UInt64, changes: Int, length: Int) -> Plan {
    .strandPriorities(StrandPriorities(seed: seed, changes: changes, length: length))
  }

  /// Whether it is one of a search.
  var isGiven: Bool { if case .choices = self { true } else { false } }
}

@Suite(.ownThreads) struct SearchTests {
  @Test(arguments: [([1, 1], 2), ([2, 2], 6), ([3, 3], 20), ([2, 2, 2], 90), ([4], 1)])
  func deviationSearch_aProgram_runsEachOrderOnce(steps: [Int], orders: Int) {
    var search = DeviationSearch()
    let all = StepProgram(steps: steps).run(&search)
    #expect(all.count == orders)
    #expect(Set(all.map(\.order)).count == orders)
    let deviations = all.map { $0.choices.count { $0 > 0 } }
    #expect(deviations == deviations.sorted(), "those with the fewest deviations come first")
  }

  @Test(arguments: [1, 7, 40, 500]) func deviationSearch_withABudget_runsTheSame_andKeepsFew(budget: Int) {
    let program = StepProgram(steps: [5, 5, 5])
    var (unlimited, limited) = (DeviationSearch(), DeviationSearch(budget: budget))
    let all = program.run(&unlimited, upTo: budget).map(\.choices)
    #expect(program.run(&limited, upTo: budget).map(\.choices) == all)
    #expect(all.count == budget)
    let (nodes, few) = (unlimited.nodes.count { $0 != nil }, limited.nodes.count { $0 != nil })
    #expect(few <= nodes)
    if budget == 500 { #expect(few < 100, "\(few) of \(nodes)") }
  }

  @Test func deviationSearch_withALimit_runsAllWithFewer() {
    let program = StepProgram(steps: [2, 2, 2])
    let counts = { (limit: Int) in
      var search = DeviationSearch(deviations: limit)
      return program.run(&search).map { $0.choices.count { $0 > 0 } }
    }
    #expect(counts(2) == counts(.max).filter { $0 <= 2 })
    #expect(counts(2).max() == 2)
  }

  /// Each change lowers the strand that would run below all others, also one that was lowered before.
  @Test(arguments: [2, 4]) func priorities_aLaterChange_isLowerThanThoseBefore(count: Int) {
    let candidates = (0..<2).map { Candidate(event: .job(of: $0), arrival: $0) }
    for seed in 0..<200 as Range<UInt64> {
      var unchanged = StrandPriorities(seed: seed, changes: 0, length: count)
      var priorities = StrandPriorities(seed: seed, changes: count, length: count)
      var numbers = RandomNumbers(seed: ~seed)
      let changes = Set((0..<count).map { _ in numbers.next(below: count) })
      var top = unchanged.choose(among: candidates, at: 0)
      let expected = (0...count).map { position in
        if changes.contains(position) { top = 1 - top }
        return top
      }
      #expect((0...count).map { priorities.choose(among: candidates, at: $0) } == expected, "seed \(seed)")
    }
  }

  @Test func deviationSearch_aScheduleThatBeginsUnlikeItsParent_isNoticed() {
    var search = DeviationSearch()
    let root = search.next() ?? []
    let parent = StepProgram(steps: [2, 2]).run(.choices(root)).trace
    // The child takes the steps of its parent, the next one has one more candidate, and the last one ends before the
    // choice.
    var agrees = [search.add(root, parent)]
    for steps in [[2, 2], [2, 2, 1], [1]] {
      let choices = search.next() ?? []
      agrees.append(search.add(choices, StepProgram(steps: steps).run(.choices(choices)).trace))
    }
    #expect(agrees == [true, true, false, false])
  }

  @Test func trace_ofTheSameChoices_agreesOnlyWithTheSameSteps() {
    let (one, other) = (StepProgram(steps: [2, 2]), StepProgram(steps: [2, 1, 1]))
    #expect(one.run(.choices([])).trace.agrees(with: one.run(.choices([])).trace))
    #expect(one.run(.choices([])).trace.agrees(with: one.run(.choices([0, 1])).trace), "until the choices differ")
    #expect(!one.run(.choices([])).trace.agrees(with: other.run(.choices([])).trace))
    #expect(!one.run(.choices([])).trace.agrees(with: other.run(.choices([0, 1])).trace))
    #expect(
      !StepProgram(steps: [3]).run(.arrivalOrder).trace.agrees(with: StepProgram(steps: [4]).run(.arrivalOrder).trace))
  }

  @Test func plan_theSame_makesTheSameTrace() {
    let program = StepProgram(steps: [5, 5, 5])
    let plans: [Plan] = [
      .arrivalOrder, .choices([1, 0, 2]), .walk(3), .arrivalPriorities(seed: 3), .priorities(3, changes: 2, length: 12),
    ]
    for plan in plans { #expect(program.run(plan).trace == program.run(plan).trace) }
    #expect(Set(plans.map { program.run($0).trace.fingerprint }).count == plans.count)
    // The choices of any trace repeat it.
    for plan in plans {
      let trace = program.run(plan).trace
      #expect(program.run(.choices(trace.deviations())).trace == trace)
    }
  }

  @Test func strandPriorities_withoutAChange_runEachStrandToItsEnd() {
    let program = StepProgram(steps: [3, 3, 3])
    for seed in 0..<20 {
      let order = program.run(.priorities(UInt64(seed), changes: 0, length: 9)).order
      #expect(
        order == [0, 1, 2].sorted { order.firstIndex(of: $0)! < order.firstIndex(of: $1)! }.flatMap { [$0, $0, $0] })
    }
  }

  @Test func randomWalk_manySeeds_reachesEveryOrder() {
    let program = StepProgram(steps: [2, 2])
    #expect(Set((0..<200).map { program.run(.walk($0)).order }).count == 6)
    #expect(Set((0..<200).map { program.run(.arrivalPriorities(seed: $0)).order }).count == 6)
  }

  @Test func givenChoices_aChoiceThatIsTooLarge_takesTheLastCandidate() {
    let program = StepProgram(steps: [1, 1, 1, 1])
    let (trace, order) = program.run(.choices([5, 1]))
    #expect(order == [3, 1, 0, 2])
    #expect(!Plan.choices([5, 1]).fits(trace))
    #expect(Plan.choices([3, 1]).fits(trace))
    #expect(!Plan.choices([0, 0, 0, 0]).fits(trace), "the run ended before")
  }

  @Test func lanes_jobsOfTheMainActor_areCandidatesOneAtATime() {
    var lanes = Lanes<String>()
    lanes.add("main 1", strand: 1, isMain: true)
    lanes.add("a", strand: 2)
    lanes.add("main 2", strand: 1, isMain: true)
    lanes.add("b", strand: 3)
    #expect(lanes.candidates.map(\.arrival) == [0, 1, 3])
    #expect(lanes.count == 4)
    #expect(lanes.take(0).job == "main 1")
    // The second one keeps the place of its arrival, between the others.
    #expect(lanes.candidates.map(\.arrival) == [1, 2, 3])
    #expect(lanes.take(1).job == "main 2")
    lanes.add("main 3", strand: 1, isMain: true)
    #expect((0..<3).map { _ in lanes.take(0).job } == ["a", "b", "main 3"])
  }
}
