#if os(Linux)
  import Expectations
  import TestSupport
  import Testing

  @testable import Exploration

  @Suite(.ownThreads, .fullControl) struct LeftoverTests {
    /// A gate that resumes its waiter twice when it is opened and cancelled before the waiter goes on.
    private final class Gate: Sendable {
      private let waiter = Locked<UnsafeContinuation<Void, Never>?>(nil)

      func wait() async { await withUnsafeContinuation { next in waiter.withLock { $0 = next } } }
      // The mistake: the continuation stays.
      func open() { waiter.withLock(\.self)?.resume() }
    }

    @Test func explore_aTaskThatIsResumedTwice_fails() {
      let (report, host) = recording {
        explore {
          let gate = Gate()
          let waiter = Task { await gate.wait() }
          await Task.yield()
          gate.open()
          gate.open()
          await waiter.value
        }
      }
      #expect(report.outcome == .failed)
      #expect(report.repeated == 3)
      let text = host.texts.first ?? ""
      #expect(text.contains(": A was resumed twice: a continuation must be resumed once\n"))
      #expect(text.contains(", wakes A, resumes A a second time"))
    }

    /// A hub whose `leave` forgets a waiter that has not arrived yet.
    private actor Hub {
      private var waiters: [CheckedContinuation<Void, Never>] = []
      func wait() async { await withCheckedContinuation { waiters.append($0) } }
      func close() {
        for waiter in waiters { waiter.resume() }
        waiters = []
      }
    }

    @Test func explore_aTaskThatOneOrderLeavesSuspended_fails() {
      let body: @Sendable () async -> Void = {
        let hub = Hub()
        Task { await hub.wait() }
        await Task { await hub.close() }.value
      }
      let (report, host) = recording { explore(body: body) }
      #expect(report.outcome == .failed)
      #expect(report.repeated == 3)
      let (again, _) = recording { explore(replay: report.schedule, body: body) }
      #expect(again.outcome == .failed)
      #expect(
        host.texts.first?.contains(
          ": 1 task stays suspended for ever when the body has ended; in the order of arrival, all tasks end") == true)
      #if arch(x86_64) && DEBUG
        #expect(host.texts.first?.contains("\n  A  waits in ") == true)
      #endif
    }

    @Test func explore_aTaskThatEachOrderLeavesSuspended_isAFactOfTheReport() {
      let report = explore {
        Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
        await Task.yield()
      }
      #expect(report.outcome == .passed)
      #expect(report.description.contains("1 task stays suspended for ever when the body has ended"))
      #if arch(x86_64) && DEBUG
        #expect(report.tasks.filter { !$0.waitsIn.isEmpty }.map(\.name) == ["A"])
      #endif
    }

    /// It says nothing about the schedules, all of which passed.
    @Test func failure_afterItsRun_isOneOfTheTest() async throws {
      let held = Locked<UnsafeContinuation<Void, Never>?>(nil)
      let ended = Expectation("the task ends")
      let found = Locked<[String]>([])
      let trait = IssueHandlingTrait.compactMapIssues { issue in
        found.withLock { $0.append("\(issue)") }
        return nil
      }
      try await trait.provideScope(for: #require(Test.current), testCase: Test.Case.current) {
        let report = await explore(schedules: 1) {
          Task {
            await withUnsafeContinuation { next in held.withLock { $0 = next } }
            Issue.record("too late")
            ended.fulfill()
          }
          await Task.yield()
        }
        #expect(report.outcome == .passed)
        held.withLock(\.self)?.resume()
        await ended.wait()
      }
      let texts = found.withLock(\.self)
      #expect(texts.count == 1 && texts.first?.contains("too late") ?? false, "\(texts)")
    }

    @Test func failures_ofARunThatPassed_areNoLongerItsOwn() {
      let (passed, failed) = (Failures(), Failures())
      let failure = Verdict.Failure(text: "wrong")
      #expect(failed.add(failure))
      #expect(passed.end(hasPassed: true) == nil)
      // It came before the end, so it counts.
      #expect(failed.end(hasPassed: true) == failure)
      #expect(!passed.add(failure))
      #expect(failed.add(Verdict.Failure(text: "late")))
    }
  }
#endif
