import TestSupport
import Testing

@testable import Exploration

@Suite(.ownThreads) struct PortfolioTests {
  @Test func portfolio_aSmallProgram_runsEveryScheduleOnce() {
    var portfolio = Portfolio(seed: 1, budget: 1_000)
    let orders = StepProgram(steps: [2, 2]).run(&portfolio).map(\.order)
    #expect(orders.first == [0, 1, 0, 1], "the order of arrival is first")
    #expect(orders.count == 6)
    #expect(portfolio.isComplete)
  }

  @Test func portfolio_aLargeProgram_usesEveryStrategy() {
    var portfolio = Portfolio(seed: 1, budget: 1_000)
    let plans = StepProgram(steps: [5, 5, 5, 5]).run(&portfolio).map(\.plan)
    let counts = Dictionary(grouping: plans) { "\($0)".prefix { $0 != "(" } }.mapValues(\.count)
    #expect(!portfolio.isComplete)
    #expect(plans.count == 1_000)
    // The search cannot end within the budget.
    #expect((101...121).contains(counts["choices"] ?? 0))
    #expect((430...450).contains(counts["strandPriorities"] ?? 0))
    #expect((325...340).contains(counts["arrivalPriorities"] ?? 0))
    #expect((105...115).contains(counts["randomWalk"] ?? 0))
  }

  @Test func portfolio_aProgramThatTheSearchMayEnd_givesItHalf() {
    var portfolio = Portfolio(seed: 1, budget: 1_000)
    let given = StepProgram(steps: [6, 6]).run(&portfolio).count { $0.plan.isGiven }
    #expect(!portfolio.isComplete)
    #expect((491...501).contains(given), "there are 924 orders")
  }

  /// How many portfolios of 1,000 schedules, with these seeds, have an order that fails.
  private func seeds(_ seeds: ClosedRange<UInt64>, thatFindIn program: StepProgram, _ fails: ([Int]) -> Bool) -> Int {
    seeds.count { seed in
      var portfolio = Portfolio(seed: seed, budget: 1_000)
      while let plan = portfolio.next() {
        let (trace, order) = program.run(plan)
        if fails(order) { return true }
        _ = portfolio.note(trace)
      }
      return false
    }
  }

  /// Where the order of steps far from each other decides: all of one task, a little of a second, all of a third, and
  /// then the rest of the second.
  @Test func portfolio_distantSteps_areFound() {
    let program = StepProgram(steps: Array(repeating: 10, count: 6))
    func fails(_ order: [Int]) -> Bool {
      var (done, stage) = ([Int](repeating: 0, count: 6), 0)
      for strand in order {
        done[strand] += 1
        switch (stage, strand, done[strand]) {
        case (0, 2, 9), (1, 0, 2), (2, 1, 9): stage += 1
        case (0, 0, 2), (0, 1, 9), (1, 1, 9), (2, 0, 3): return false
        case (3, 0, 3): return true
        default: break
        }
      }
      return false
    }
    #expect(seeds(1...10, thatFindIn: program, fails) == 10)
  }

  /// Where one task must be three steps ahead of another, then three behind it, and then ahead again.
  @Test func portfolio_tasksThatOvertakeEachOther_areFound() {
    let program = StepProgram(steps: Array(repeating: 30, count: 4))
    func fails(_ order: [Int]) -> Bool {
      var done = [Int](repeating: 0, count: 4)
      for strand in order {
        done[strand] += 1
        switch (strand, done[strand]) {
        case (1, 3): if done[0] < 6 { return false }
        case (0, 9): if done[1] < 12 { return false }
        case (1, 15): if done[0] < 18 { return false }
        default: break
        }
      }
      return true
    }
    #expect(seeds(1...20, thatFindIn: program, fails) >= 18)
  }

  @Test func portfolio_withALimitOfDeviations_onlySearches() {
    var portfolio = Portfolio(seed: 1, budget: 10_000, deviations: 2)
    let plans = StepProgram(steps: [3, 3, 3]).run(&portfolio).map(\.plan)
    for case .choices(let choices, _) in plans { #expect(choices.count { $0 > 0 } <= 2) }
    #expect(portfolio.isComplete)
    #expect(plans.count < 1_000)
  }

  @Test(arguments: [([2, 2], 1, false), ([4], 1_000, true)])
  func portfolio_ofOneSchedule_runsTheOrderOfArrival(steps: [Int], budget: Int, isComplete: Bool) {
    var portfolio = Portfolio(seed: 1, budget: budget)
    #expect(StepProgram(steps: steps).run(&portfolio).map(\.plan) == [.arrivalOrder])
    #expect(portfolio.isComplete == isComplete)
  }

  @Test func portfolio_aScheduleThatALimitCuts_isNeverComplete() {
    var portfolio = Portfolio(seed: 1, budget: 1_000)
    while let plan = portfolio.next() {
      var trace = StepProgram(steps: [1, 1]).run(plan).trace
      trace.isCut = true
      let agrees = portfolio.note(trace)
      #expect(agrees)
    }
    #expect(portfolio.isCut)
    #expect(!portfolio.isComplete)
  }

  @Test func portfolio_aSampleThatBeginsUnlikeTheFirstSchedule_isNoticed() {
    var portfolio = Portfolio(seed: 1, budget: 1_000)
    let (one, other) = (StepProgram(steps: [5, 5, 5]), StepProgram(steps: [5, 5, 5, 5]))
    var noticed = 0
    while let plan = portfolio.next(), noticed == 0 {
      let isSample = !plan.isGiven
      let agrees = portfolio.note((isSample ? other : one).run(plan).trace)
      #expect(agrees || isSample)
      if !agrees { noticed += 1 }
    }
    #expect(noticed == 1)
  }
}
