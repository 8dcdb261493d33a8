#if os(Linux)
  import Expectations
  import TestSupport
  import Testing

  @testable import Exploration

  private func run(tasks count: Int) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<count { group.addTask { await Task.yield() } }
    }
  }

  private struct Found: Error {}
  private struct Other: Error {}

  @Suite(.ownThreads, .fullControl) struct RepetitionTests {
    /// Once the error is there, a shorter schedule throws another one.
    @Test func explore_aShorterScheduleWithAnotherError_isNotThatOfTheFirst() {
      let isFound = Locked(false)
      let (_, host) = recording {
        explore(.exhaustive(deviations: 3)) {
          let order = Locked("")
          await withTaskGroup(of: Void.self) { group in
            for name in ["a", "b", "c"] { group.addTask { order.withLock { $0 += name } } }
          }
          let seen = order.withLock(\.self)
          if seen == "cba" {
            isFound.withLock { $0 = true }
            throw Found()
          }
          if seen.hasPrefix("c"), isFound.withLock(\.self) { throw Other() }
        }
      }
      #expect(host.texts.first?.contains("The body threw Found()") == true, "\(host.texts)")
    }

    @Test func explore_aBodyWithOtherTasksEachTime_showsTheFirstStepThatDiffers() {
      let runs = Locked(0)
      let (report, host) = recording { explore { await run(tasks: runs.next().isMultiple(of: 2) ? 2 : 1) } }
      #expect(report.outcome == .diverged)
      #expect(!report.isExhaustive)
      #if arch(x86_64) && DEBUG
        #expect(
          host.texts == [
            """
            The body does not repeat its steps: schedule 1 of 1000 made choices that were made before, and then other tasks were ready
              step 1 of one run:      body begins, starts A (RepetitionTests.swift:10), B (RepetitionTests.swift:10)
              step 1 of another run:  body begins, starts A (RepetitionTests.swift:10)
            What usually causes it: random numbers, the order of a Set or a Dictionary, the readings of a clock, or state that is kept between runs
            """
          ])
      #endif
    }

    @Test func explore_aBodyThatDiffersInItsFirstRun_isNoticed() {
      let runs = Locked(0)
      let (report, host) = recording { explore { await run(tasks: runs.next() == 0 ? 3 : 2) } }
      #expect(report.outcome == .diverged)
      #expect(host.texts.first?.contains("step 1 of another run") == true)
    }

    @Test func explore_theOrderOfADictionary_isExhaustiveWithOneCount() {
      let reports = (0..<8).map { _ in
        explore {
          let names = Dictionary(uniqueKeysWithValues: (0..<6).map { ($0, $0 % 2) })
          await withTaskGroup(of: Void.self) { group in
            for (name, steps) in names where name < 3 { group.addTask { for _ in 0..<steps { await Task.yield() } } }
          }
        }
      }
      #expect(reports.allSatisfy { $0.isExhaustive })
      #expect(Set(reports.map(\.schedules)).count == 1)
    }

    @Test func hashOrder_duringExplorations_leavesOlderSetsAsTheyAre() {
      let old = Set(0..<1_000)
      let order = Array(old)
      HashOrder.fixed {
        let new = (0..<4).map { _ in Set(0..<100) }
        #expect(Set(new.map(Array.init)).count == 1)
        #expect(Array(old) == order)
        #expect((0..<1_000).allSatisfy { old.contains($0) })
      }
      let sets = (0..<4).map { _ in Set(0..<100) }
      #expect(sets.allSatisfy { set in (0..<100).allSatisfy { set.contains($0) } })
    }

    /// The text about a schedule that ended in two ways.
    private static func text(_ one: String, _ other: String) -> String {
      """
      The body does not repeat its result: schedule 1 of 1000 ended in two ways under the same choices
        one run: \(one)
        another run: \(other)
        its runs take the same steps
      What usually causes it: \(Difference.causes)
      """
    }

    @Test func explore_aFailureThatIsNotRepeated_saysSo() {
      let runs = Locked(0)
      let (report, host) = recording {
        explore {
          await Task.yield()
          if runs.next() == 0 { throw Wrong(description: "no luck") }
        }
      }
      #expect(report.outcome == .diverged)
      #expect(report.repeated == 0)
      #expect(host.texts == [Self.text("The body threw no luck", "it passes")])
    }

    /// A body that uses what was made outside of it: it passes first, and never again.
    @Test func explore_stateThatIsKeptBetweenRuns_isNoScheduleThatFails() {
      let count = Locked(0)
      let (report, host) = recording {
        explore {
          async let one: Void = count.withLock { $0 += 1 }
          async let other: Void = count.withLock { $0 += 1 }
          _ = await (one, other)
          try require(count.withLock { $0 } == 2, "counted twice")
        }
      }
      #expect(report.outcome == .diverged)
      #expect(report.schedule == nil)
      #expect(host.texts == [Self.text("it passes", "The body threw counted twice")])
    }

    /// The error decides which steps follow, so the runs differ from there on.
    @Test func explore_aResultThatIsNotRepeated_showsTheFirstStepThatDiffers() throws {
      let runs = Locked(0)
      let (report, host) = recording {
        explore {
          guard runs.next().isMultiple(of: 2) else { return }
          await run(tasks: 2)
          throw Wrong(description: "no luck")
        }
      }
      #expect(report.outcome == .diverged)
      let lines = host.textLines
      try #require(lines.count == 6)
      #expect(lines[3].hasPrefix("  step 1 of one run:      body begins, starts A"))
      #expect(lines[4] == "  step 1 of another run:  body begins, the body ends")
    }

    #if compiler(>=6.3)
      @Test func explore_withACodeInItsSource_printsARemark() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
          await explore(replay: "x1-00EW") { await run(tasks: 2) }
          await explore { await Task.yield() }
        }
        let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        #expect(
          lines.map { $0.drop { $0 != " " } } == [
            " remark: only the schedule of replay: \"x1-00EW\" ran; remove the code when it is no longer needed",
            " remark: there is one schedule only, because no two tasks were ready at the same time: let two tasks call",
          ])
      }
    #endif
  }
#endif
