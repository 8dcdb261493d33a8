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
      let agrees = portfolio.note(trace)
      #expect(agrees)
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
      let agrees = portfolio.note(program.run(plan).trace)
      #expect(agrees)
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
      let agrees = portfolio.note(program.run(plan).trace)
      #expect(agrees)
      count += 1
    }
    #expect(portfolio.isComplete)
    #expect(count < 1_000)
  }

  @Test func portfolio_aBudgetOfOne_runsTheOrderOfArrival() {
    var portfolio = Portfolio(seed: 1, budget: 1)
    #expect(portfolio.next() == .arrivalOrder)
    let agrees = portfolio.note(StepProgram(steps: [2, 2]).run(.arrivalOrder).trace)
    #expect(agrees)
    #expect(portfolio.next() == nil)
    #expect(!portfolio.isComplete)
  }

  @Test func portfolio_oneSchedule_isCompleteAfterIt() {
    var portfolio = Portfolio(seed: 1, budget: 1_000)
    #expect(portfolio.next() == .arrivalOrder)
    let agrees = portfolio.note(StepProgram(steps: [4]).run(.arrivalOrder).trace)
    #expect(agrees)
    #expect(portfolio.next() == nil)
    #expect(portfolio.isComplete)
  }

  @Test func portfolio_aScheduleThatALimitCuts_isNeverComplete() {
    var portfolio = Portfolio(seed: 1, budget: 1_000)
    while let plan = portfolio.next() {
      var trace = StepProgram(steps: [1, 1]).run(plan).trace
      trace.cut()
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
      let isSample = if case .choices = plan { false } else { plan != .arrivalOrder }
      let agrees = portfolio.note((isSample ? other : one).run(plan).trace)
      #expect(agrees || isSample)
      if !agrees { noticed += 1 }
    }
    #expect(noticed == 1)
  }
}
