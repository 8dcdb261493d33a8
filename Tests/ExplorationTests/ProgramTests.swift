#if os(Linux)
  import Expectations
  import TestSupport
  import Testing

  @testable import Exploration

  @Suite(.ownThreads, .fullControl) struct ProgramTests {
    struct Search {
      var verdict = Verdict.passed
      var isComplete = false
      var count = 0
      /// The number of the first schedule that did not pass; nil if all passed.
      var found: Int? { verdict == .passed ? nil : count }
    }

    /// Runs a body under the schedules of a portfolio until one does not pass.
    static func search(
      _ body: @escaping @Sendable () async throws -> Void, seed: UInt64, budget: Int = 1_000, stalls: Bool = false
    ) -> Search {
      withScheduler(stalls: stalls) { scheduler in
        var portfolio = Portfolio(seed: seed, budget: budget)
        var search = Search()
        while search.verdict == .passed, let plan = portfolio.next() {
          search.count += 1
          let result = scheduler.run(plan, body)
          search.verdict = result.verdict
          let agrees = portfolio.note(result.trace)
          #expect(agrees)
        }
        search.isComplete = portfolio.isComplete
        return search
      }
    }

    static func withScheduler<Result>(stalls: Bool = false, _ body: (Scheduler) -> Result) -> Result {
      let result = Scheduler.withScheduler { scheduler in
        scheduler.limits = RunLimits(machineMayStall: stalls, grace: 0)
        return body(scheduler)
      }
      guard let result else { preconditionFailure("the thread already explores") }
      return result
    }

    @Test(arguments: Program.all)
    func program_withItsBug_isFoundWithin1000Schedules(program: Program) {
      var counts: [Int] = []
      for seed in 0..<ProofSize.of(small: 9, full: 200) {
        let search = Self.search(program.buggy, seed: UInt64(seed), stalls: program.needsStall)
        counts.append(search.found ?? .max)
      }
      counts.sort()
      let median = counts[counts.count / 2]
      ProofSize.print("found: \(program.name): \(counts.count) seeds, median \(median), worst \(counts.last ?? 0)")
      #expect(counts.allSatisfy { $0 <= 1_000 })
      #expect(median <= 50)
    }

    @Test(arguments: Program.all)
    func program_corrected_passesEverySchedule(program: Program) {
      let budget = ProofSize.of(small: 500, full: 20_000)
      let search = Self.search(program.correct, seed: 1, budget: budget, stalls: program.needsStall)
      ProofSize.print(
        "no alarm: \(program.name): \(search.count) schedules\(search.isComplete ? ", which are all" : "")")
      #expect(search.verdict == .passed)
    }

    @Test func run_aPollingLoopWithTheHighestPriority_becomesFair() {
      Self.withScheduler { scheduler in
        var steps: [Int] = []
        for seed in 0..<UInt64(10) {
          let result = scheduler.run(.priorities(seed, changes: 0, length: 1)) {
            let isDone = Locked(false)
            let task = Task { isDone.withLock { $0 = true } }
            while !isDone.withLock({ $0 }) { await Task.yield() }
            await task.value
          }
          #expect(result.verdict == .passed)
          steps.append(result.trace.steps)
        }
        // Some loops run until the order becomes that of arrival, and the others hardly at all.
        #expect(steps.contains { $0 > scheduler.limits.fairAfter })
        #expect(steps.contains { $0 < 10 })
      }
    }

    @Test func program_withoutArming_missesWhatIsBetweenTwoCalls() {
      #expect(Self.search(Program.betweenTwoCalls.buggy, seed: 1).found != nil)
      Self.withScheduler { scheduler in
        scheduler.controls.arming = nil
        var search = DeviationSearch()
        while let choices = search.next() {
          let result = scheduler.run(.choices(choices), Program.betweenTwoCalls.buggy)
          #expect(result.verdict == .passed)
          let agrees = search.add(choices, result.trace)
          #expect(agrees)
        }
      }
    }

    @Test(arguments: Program.all, [false, true])
    func run_theSamePlan_takesTheSameSteps(program: Program, buggy: Bool) {
      let (seeds, runs) = (ProofSize.of(small: 5, full: 100), ProofSize.of(small: 5, full: 100))
      Self.withScheduler(stalls: program.needsStall) { scheduler in
        for seed in 0..<UInt64(seeds) {
          let plans: [Plan] = [.walk(seed), .arrivalPriorities(seed: seed), .priorities(seed, changes: 2, length: 20)]
          let plan = plans[Int(seed % 3)]
          let body = buggy ? program.buggy : program.correct
          let first = scheduler.run(plan, body)
          for _ in 0..<runs {
            let again = scheduler.run(plan, body)
            #expect(again.trace == first.trace)
            #expect(again.verdict == first.verdict)
          }
          // So do the choices of the trace, without the strategy.
          let choices = Plan.choices(first.trace.deviations())
          let repeated = scheduler.run(choices, body)
          #expect(repeated.trace == first.trace)
          #expect(choices.fits(repeated.trace))
        }
      }
      ProofSize.print(
        "repeated: \(program.name), \(buggy ? "with its bug" : "corrected"): \(seeds) seeds, \(runs) times each")
    }
  }
#endif
