#if os(Linux)
  import Expectations
  import TestSupport
  import Testing

  @testable import Exploration

  private actor Counter {
    private(set) var value = 0
    func set(_ value: Int) { self.value = value }
    func add(_ amount: Int) { value += amount }
  }

  private func incrementTwice(_ counter: Counter) async {
    let one = Task { await counter.set(counter.value + 1) }
    let two = Task { await counter.set(counter.value + 1) }
    _ = await (one.value, two.value)
  }

  @Suite(.ownThreads, .fullControl) struct ExploreTests {
    @Test func explore_aCorrectBody_runsAllSchedules() {
      let report = explore {
        let counter = Counter()
        async let one: Void = counter.add(1)
        async let two: Void = counter.add(1)
        _ = await (one, two)
        #expect(await counter.value == 2)
      }
      #expect(report.outcome == .passed)
      #expect(report.isExhaustive)
      #expect(report.schedule == nil)
      #expect(
        report.description
          == "\(report.schedules) schedules passed, which are all orders of the steps between awaits; orders inside a step"
          + " were not tried, as between two locked sections, or two calls in the queue of one actor")
    }

    @Test func explore_aFailedExpectation_isRecordedOnceAtTheCall() throws {
      let line: UInt = #line + 2
      let (_, host) = recording {
        explore("counting") {
          let counter = Counter()
          await incrementTwice(counter)
          #expect(await counter.value == 2, "both count")
        }
      }
      #expect(host.lines == [line])
      let lines = host.textLines
      let headline = try #require(lines.first)
      #expect(headline.hasPrefix("counting: Fails under schedule 1 of 1000 ("))
      let problem = "s): Expectation failed: await counter.value == 2: both count   ExploreTests.swift:\(line + 3)"
      #expect(headline.hasSuffix(problem))
      #expect(lines.dropFirst(2).first?.hasPrefix("  2  A        runs, goes to Counter") == true)
      let repeating =
        #"repeat: explore(replay: "x1-00EW"), or EXPECTATIONS_REPLAY=x1-00EW@explore_aFailedExpectation_isRecordedOnceAtTheCall · it failed 3 times of 3"#
      #expect(lines.last == repeating)
    }

    @Test func explore_aFailedRequirement_isOneFailure() {
      let (_, host) = recording {
        explore {
          let none: Int? = nil
          _ = try #require(none)
        }
      }
      #expect(host.texts.count == 1)
      #expect(host.texts.first?.contains("Expectation failed") == true)
    }

    @Test func explore_aCodeThatDoesNotFit_saysSo() {
      let (_, host) = recording {
        let code = ScheduleCode(choices: [0, 7, 0, 3]).text
        #expect(explore(replay: code) { await Task.yield() }.outcome == .diverged)
        #expect(explore(replay: "x1-slip") {}.outcome == .diverged)
      }
      #expect(host.texts.count == 2)
      #expect(host.texts.last == "\"x1-slip\" is not a replay code")
    }

    @Test func explore_insideAnExploration_isNotExplored() {
      let (_, host) = recording {
        explore {
          let inner = await explore {}
          try require(inner.outcome == .outside && inner.schedules == 0, "explored")
        }
      }
      #expect(Set(host.texts) == ["Not explored: The body of an exploration cannot explore"])
    }

    @Test(.realTime) func explore_tasksThatWaitForEachOther_areStuckSoon() {
      let start = ContinuousClock.now
      let (report, host) = recording { explore(body: Program.oppositeLocks.buggy) }
      #expect(report.outcome == .stuck)
      // Most of a second for work from outside, and time for a machine that is busy.
      #expect(start.duration(to: .now) < .seconds(10))
      #expect(host.textLines.first == "Stuck under schedule 1 of 1000: no task can run and none sleeps")
    }

    @Test func explore_aTaskThatHasEnded_doesNotWait() {
      let kept = Locked<UnsafeContinuation<Void, Never>?>(nil)
      let (report, _) = recording {
        explore {
          let ended = Task { await Task.yield() }
          await ended.value
          await withUnsafeContinuation { continuation in
            // The continuation is kept, but nothing resumes it.
            Task { kept.withLock { $0 = continuation } }
          }
          await ended.value
        }
      }
      #expect(report.outcome == .stuck)
      #if arch(x86_64) && DEBUG
        #expect(report.tasks.map(\.name) == ["A", "B", "body"])
        #expect(report.tasks.map(\.waitsIn.isEmpty) == [true, true, false])
      #endif
    }

    @Test func explore_inADetachedTask_hasAHostThatFailsTheRun() async {
      let host = await Task.detached { ExplorationHosts.current as? TestingHost }.value
      #expect(host != nil)
      #expect(host?.test == nil)
    }

    @Test func explore_aBodyThatPollsForever_isEndless() {
      let (report, host) = recording { explore(.steps(2_000)) { while true { await Task.yield() } } }
      #expect(report.outcome == .endless)
      #expect(host.textLines.first == "Endless under schedule 1 of 1000: the body has not ended after 2000 steps")
    }

    @Test @MainActor func explore_onTheMainActor_runsTheMainActorOfTheBody() {
      let report = explore {
        let values = await MainActor.run { [1] }
        let more = Task { @MainActor in
          MainActor.assertIsolated()
          return values + [2]
        }
        #expect(await more.value == [1, 2])
      }
      #expect(report.isExhaustive)
    }

    @Test func explore_exhaustiveWithABudgetOfJustAllSchedules_passes() {
      let body: @Sendable () async -> Void = { await incrementTwice(Counter()) }
      let all = explore(.exhaustive, body: body)
      #expect(all.isExhaustive)
      let enough = explore(schedules: all.schedules, .exhaustive, body: body)
      #expect(enough.outcome == .passed)
      #expect(enough.isExhaustive)
    }

    @Test func explore_exhaustiveWithTooSmallABudget_saysSo() {
      let (report, host) = recording {
        ExplorationDefaults.$schedules.withValue(20) {
          explore(.exhaustive) {
            let counter = Counter()
            await withTaskGroup(of: Void.self) { group in for _ in 0..<5 { group.addTask { await counter.add(1) } } }
          }
        }
      }
      #expect(report.outcome == .diverged)
      #expect(!report.isExhaustive)
      #expect(host.texts.first?.hasPrefix("Not exhaustive: 20 schedules passed") == true)
    }
  }
#endif
