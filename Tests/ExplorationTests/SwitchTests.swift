#if os(Linux)
  import Expectations
  import Foundation
  import TestSupport
  import Testing

  @testable import Exploration

  /// Bugs that need few changes of the running task, and many deviations from the order of arrival.
  @Suite(.realTime, .ownThreads, .fullControl) struct SwitchTests {
    /// Six tasks of ten steps. It fails if two of them are ahead of a third one by nearly all of their steps, at two
    /// moments that are apart.
    @Sendable private static func windows() async throws {
      let counts = Locked(Array(repeating: 0, count: 6))
      let moments = Locked(0)
      await withDiscardingTaskGroup { group in
        for task in 0..<6 {
          group.addTask {
            for _ in 0..<10 {
              await Task.yield()
              let counts = counts.withLock { counts in
                counts[task] += 1
                return counts
              }
              let isFirst = counts[0] == 2 && counts[2] >= 9 && counts[1] == 0
              let isSecond = counts[0] == 3 && counts[1] >= 9
              if task == 0, isFirst || isSecond { moments.withLock { $0 += 1 } }
            }
          }
        }
      }
      if moments.withLock({ $0 }) == 2 { throw Wrong(description: "both moments came") }
    }

    @Test func explore_fewSwitches_areToldAsSuch() throws {
      var found = 0
      let (seeds, least) = ProofSize.of(small: (4, 2), full: (6, 3), sanitized: (2, 1))
      for seed in 1...UInt64(seeds) {
        let (report, host) = recording { explore(schedules: 3_000, seed: seed, body: Self.windows) }
        guard let code = report.schedule, let text = host.texts.first else { continue }
        found += 1
        #expect(text.contains("both moments came"))
        let switches = text.split(separator: "\n").filter { $0.contains(" ← ") }
        #expect(switches.count <= 10, "\(text)")
        #expect(text.split(separator: "\n").count <= 36, "\(text)")
        #expect(code.count <= 40, "\(code)")
        let (second, again) = recording { explore(replay: code, body: Self.windows) }
        #expect(second.outcome == .failed)
        #expect(second.schedule == code)
        #expect(second.steps == report.steps)
        #expect(again.texts.count == 1)
      }
      #expect(found >= least)
    }

    /// Returns how often a task looks whether another one has taken some steps.
    private static func polls(during steps: Int) async -> Int {
      let (isOver, polls) = (Locked(false), Locked(0))
      let polling = Task { while !isOver.withLock(\.self), polls.next() >= 0 { await Task.yield() } }
      for _ in 0..<steps { await Task.yield() }
      isOver.withLock { $0 = true }
      await polling.value
      return polls.next()
    }

    /// The task goes on until a fair order follows. In a replay, that follows at the same step.
    @Test func explore_aTaskThatPolls_isRepeatedByItsCode() {
      @Sendable func poll() async throws {
        try require(!(100..<1_000).contains(await Self.polls(during: 3)), "it polled for long")
      }
      let (first, _) = recording { explore(seed: 1, body: poll) }
      let (second, _) = recording { explore(replay: first.schedule, body: poll) }
      #expect(first.outcome == .failed && second.schedule == first.schedule)
      #expect(second.steps == first.steps)
    }

    @Test func explore_aTaskThatPolls_endsWithinTheStepsOfARun() {
      let report = explore(seed: 1, .steps(500)) { _ = await Self.polls(during: 40) }
      #expect(report.outcome == .passed)
    }

    @Test func within_alsoEndsTheShortening() {
      let (hasFailed, runs) = (Locked(false), Locked(0))
      _ = recording {
        explore(schedules: 3_000, seed: 1, .within(.milliseconds(450))) {
          if hasFailed.withLock({ $0 }) {
            runs.withLock { $0 += 1 }
            usleep(120_000)
          }
          let order = Locked<[Int]>([])
          await withDiscardingTaskGroup { group in
            for number in 0..<8 { group.addTask { order.withLock { $0.append(number) } } }
          }
          let last = order.withLock { $0.suffix(4) }
          if last.allSatisfy({ $0 < 4 }) {
            hasFailed.withLock { $0 = true }
            throw Wrong(description: "the first four are the last")
          }
        }
      }
      // Four in that time, and three repetitions, perhaps twice. Without the limit, it takes fourteen.
      #expect(hasFailed.withLock { $0 })
      #expect(runs.withLock { $0 } <= 10)
    }
  }
#endif
