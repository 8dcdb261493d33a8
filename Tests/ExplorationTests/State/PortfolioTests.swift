import Testing

@testable import Exploration

@Suite struct PortfolioTests {
  @Test func portfolio_aSmallProgram_runsEveryScheduleOnce() {
    var portfolio = Portfolio(seed: 1, budget: 1_000)
    let program = StepProgram(steps: [2, 2])
    var orders: [[Int]] = []
    while let plan = portfolio.next() {
      let (trace, order) = program.run(plan)
      orders.append(order)
      portfolio.note(trace)
    }
    #expect(orders.first == [0, 1, 0, 1], "the order of arrival is first")
    #expect(orders.count == 6)
    #expect(portfolio.isComplete)
  }

  @Test func portfolio_aLargeProgram_usesEveryStrategy() {
    var portfolio = Portfolio(seed: 1, budget: 1_000)
    let program = StepProgram(steps: [5, 5, 5, 5])
    var counts: [String: Int] = [:]
    while let plan = portfolio.next() {
      counts["\(plan)".prefix { $0 != "(" }.description, default: 0] += 1
      portfolio.note(program.run(plan).trace)
    }
    #expect(!portfolio.isComplete)
    #expect(counts.values.reduce(0, +) == 1_000)
    #expect(counts["arrivalOrder"] == 1)
    #expect((490...500).contains(counts["choices"] ?? 0))
    for strategy in ["randomWalk", "arrivalPriorities", "strandPriorities"] {
      #expect((160...190).contains(counts[strategy] ?? 0))
    }
  }

  @Test func portfolio_withALimitOfDeviations_onlySearches() {
    var portfolio = Portfolio(seed: 1, budget: 10_000, deviations: 2)
    let program = StepProgram(steps: [3, 3, 3])
    var count = 0
    while let plan = portfolio.next() {
      if case .choices(let choices) = plan { #expect(choices.count { $0 > 0 } <= 2) }
      portfolio.note(program.run(plan).trace)
      count += 1
    }
    #expect(portfolio.isComplete)
    #expect(count < 1_000)
  }

  @Test func portfolio_aBudgetOfOne_runsTheOrderOfArrival() {
    var portfolio = Portfolio(seed: 1, budget: 1)
    #expect(portfolio.next() == .arrivalOrder)
    portfolio.note(StepProgram(steps: [2, 2]).run(.arrivalOrder).trace)
    #expect(portfolio.next() == nil)
    #expect(!portfolio.isComplete)
  }

  @Test func portfolio_oneSchedule_isCompleteAfterIt() {
    var portfolio = Portfolio(seed: 1, budget: 1_000)
    #expect(portfolio.next() == .arrivalOrder)
    portfolio.note(StepProgram(steps: [4]).run(.arrivalOrder).trace)
    #expect(portfolio.next() == nil)
    #expect(portfolio.isComplete)
  }
}
