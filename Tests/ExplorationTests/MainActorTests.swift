#if os(Linux)
  import Expectations
  import TestSupport
  import Testing

  @testable import Exploration

  /// The main actor of the process: there is one for explorations and other tests.
  @Suite(.serialized, .fullControl) struct MainActorTests {
    @MainActor private static var counter = 0
    /// How often the code ran: an exploration may repeat a schedule.
    private static let calls = Locked(0)

    /// Loses an increment when anything else runs on the main actor between the two accesses.
    @MainActor private static func increment() {
      let value = counter
      for _ in 0..<50 { _ = Locked(value).withLock(\.self) }
      counter = value + 1
      calls.withLock { $0 += 1 }
    }

    @Test func explore_onTwoThreadsBesideAnotherTest_sharesOneMainActor() async {
      let count = ProofSize.of(small: 500, full: 3_000)
      await MainActor.run { Self.counter = 0 }
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 { group.addTask(executorPreference: ThreadExecutor()) { Self.explore(count) } }
        group.addTask { for _ in 0..<count { await Self.increment() } }
      }
      let calls = Self.calls.withLock { $0 }
      #expect(calls >= 3 * count)
      #expect(await Self.counter == calls)
    }

    private static func explore(_ count: Int) {
      for _ in 0..<count {
        let report = Exploration.explore(schedules: 1) { await increment() }
        #expect(report.outcome == .passed)
        #expect(report.fromOutside == 0)
      }
    }

    @Test(.realTime) func run_whileOtherCodeBlocksTheMainActor_fails() async {
      let (isBlocked, mayGo) = (Locked(false), Locked(false))
      let blocker = Task { @MainActor in
        isBlocked.withLock { $0 = true }
        while !mayGo.withLock(\.self) {}
      }
      while !isBlocked.withLock(\.self) { await Task.yield() }
      ProgramTests.withScheduler { scheduler in
        scheduler.limits.mainWait = 10_000_000
        let failure = Verdict.Failure(text: "The body needs the main actor, which other code has blocked for 10 ms.")
        #expect(scheduler.run(.arrivalOrder) { await MainActor.run {} }.verdict == .failed(failure))
      }
      mayGo.withLock { $0 = true }
      await blocker.value
      // A task that was on its way to the main actor then does not block it.
      await MainActor.run {}
    }

    private static func checkMainActor() { MainActor.preconditionIsolated() }

    /// In the pool, the check would end the process, too.
    @Test(.ownThreads) func explore_codeOutsideTheMainActor_failsItsCheck() async {
      await #expect(processExitsWith: .failure) {
        await Exploration.explore(schedules: 1) {
          await MainActor.run {}
          Self.checkMainActor()
        }
      }
    }
  }
#endif
