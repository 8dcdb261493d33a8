#if os(Linux)
  import Dispatch
  import Expectations
  import TestSupport
  import Testing

  @testable import Exploration

  @Suite(.fullControl) struct RunInVirtualTimeTests {
    private struct Failed: Error {}

    @Test func bodyRunsOnce_andItsErrorIsThrown() async {
      let runs = Locked(0)
      await #expect(throws: Failed.self) {
        try await virtualTime {
          runs.withLock { $0 += 1 }
          await Task.yield()
          throw Failed()
        }
      }
      #expect(runs.withLock { $0 } == 1)
    }

    @Test func failureInTheBody_isThatOfTheTest() async throws {
      let end = Locked(0)
      let found = await issues {
        try? await virtualTime {
          await Task.yield()
          #expect(Bool(false))
          let done = Expectation("done")
          await done.wait(timeout: .seconds(60))
          end.withLock { $0 = 1 }
        }
      }
      let line = #line
      #expect(found.map(\.line) == [line - 6, line - 4])
      #expect(end.withLock { $0 } == 1)
    }

    @Test func stuckBody_failsAtTheCall() async throws {
      let found = await issues {
        await #expect(throws: (any Error).self) {
          try await virtualTime {
            let (stream, input) = AsyncStream.makeStream(of: Int.self)
            for await _ in stream {}
            input.finish()
          }
        }
      }
      try #require(found.count == 1)
      #expect(found[0].text.hasPrefix("Stuck in virtual time: no task can run and none sleeps"), "\(found)")
      #expect(!found[0].text.contains("repeat:"))
      #expect(found[0].line == #line - 11)
    }

    @Test(.realTime) func workFromOutside_fails_orIsAwaited() async throws {
      @Sendable func onAQueue() async -> Int {
        await withCheckedContinuation { continuation in
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) { continuation.resume(returning: 7) }
        }
      }
      let found = await issues { try? await virtualTime { _ = await onAQueue() } }
      #expect(found.count == 1)
      #expect(found.first?.text.contains("Not under control") == true)
      #expect(try await virtualTime(outside: .isAwaited(for: .seconds(10))) { await onAQueue() } == 7)
    }

    /// Its waits would time out before the queue works, and the consequences are no second failure.
    @Test(.realTime, arguments: [10, 3_000]) func workOnAQueue_isOneFailure(milliseconds: Int) async throws {
      let found = Locked<[String]>([])
      let trait = IssueHandlingTrait.compactMapIssues { issue in
        found.withLock { $0.append(issue.error.map { "\($0)" } ?? "\(issue)") }
        return nil
      }
      try await trait.provideScope(for: #require(Test.current), testCase: Test.Case.current) {
        try? await virtualTime {
          let saved = Expectation("saved", of: Int.self)
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { saved.fulfill(1) }
          let number = try? await saved.wait(timeout: .seconds(1))
          #expect(number == 2)
        }
      }
      let texts = found.withLock { $0 }
      try #require(texts.count == 1, "\(texts)")
      #expect(texts[0].contains("Not under control: work was handed to queue"), "\(texts)")
    }

    @Test func inAnExploration_itIsAPartOfIt() async {
      let report = await explore(schedules: 20) {
        let value = try await virtualTime {
          try await Task.sleep(for: .seconds(5))
          return 7
        }
        #expect(value == 7)
      }
      #expect(report.outcome == .passed)
      #expect(report.virtualTime == .seconds(5))
    }
  }
#endif
