#if os(Linux)
  import Expectations
  import Foundation
  import TestSupport
  import Testing

  import class Expectations.Expectation

  @testable import Exploration

  /// An actor that lives longer than a run, and that other tests use at the same time.
  @Suite(.fullControl) struct SharedActorTests {
    private actor Shared {
      static let shared = Shared()
      private(set) var count = 0
      func add() { count += 1 }
    }

    /// Calls the actor, and leaves it each time: a loop that only calls it would stay there.
    private static func call(_ shared: Shared) async {
      await shared.add()
      calls.withLock { $0 += 1 }
    }

    private static let calls = Locked(0)

    @Test func explore_anActorThatAnotherTestUses_staysUsableForBoth() async {
      let calls = ProofSize.of(small: 20_000, full: 200_000)
      let other = Task {
        for _ in 0..<calls { await Self.call(.shared) }
        return calls
      }
      // Where the actor's queue runs is up to chance, and with it whether something comes from outside.
      _ = await recordingAsync {
        for _ in 0..<200 {
          let report = await explore(schedules: 3) {
            for _ in 0..<3 { Task { await Shared.shared.add() } }
            await Shared.shared.add()
          }
          #expect(report.outcome != .stuck, "\(report)")
        }
      }
      #expect(await other.value == calls)
      let report = await explore(schedules: 3) { await Shared.shared.add() }
      #expect(report.outcome == .passed)
    }

    private actor Kept {
      private(set) var count = 0
      func keep(_ hasBegun: @Sendable () -> Void, until isCalled: DispatchSemaphore) {
        hasBegun()
        isCalled.wait()
        usleep(1_200_000)
      }
      func add() { count += 1 }
    }

    /// Begins on the own threads of its caller, which the actor then keeps. A closure that only calls the actor would
    /// begin on the concurrency pool, and the actor would keep a thread of the pool.
    @inline(never) private static func keep(
      _ kept: Kept, _ hasBegun: Expectation<Void>, until isCalled: DispatchSemaphore
    ) async { await kept.keep({ hasBegun.fulfill() }, until: isCalled) }

    /// Its thread may wait for a processor while it runs the actor. The test does not wait for a thread of the pool
    /// meanwhile.
    @Test(.realTime, .ownThreads) func explore_anActorThatOtherCodeKeeps_isNotStuck() async throws {
      let (kept, hasBegun) = (Kept(), Expectation("the other code runs in the actor"))
      let isCalled = DispatchSemaphore(value: 0)
      let other = Task { try await OwnThreads.run { await Self.keep(kept, hasBegun, until: isCalled) } }
      await hasBegun.wait(timeout: .seconds(60))
      let (report, _) = await recordingAsync {
        await explore(schedules: 1) {
          isCalled.signal()
          await kept.add()
        }
      }
      #expect(report.outcome == .outside, "\(report)")
      try await other.value
      #expect(await kept.count > 0)
    }

    private static func expectIsFree(_ shared: Shared, _ comment: Comment) async {
      let called = Expectation("\(comment)")
      let call = Task {
        await shared.add()
        called.fulfill()
      }
      await called.wait(timeout: .seconds(60))
      call.cancel()
    }

    // Each limit cuts the run at another place: with a call in the queue of the actor, or with none.
    private static let limits = 5..<20

    @Test(arguments: [true, false]) func run_thatIsCut_leavesNoActorLocked(isEndless: Bool) async {
      for limit in Self.limits {
        let shared = Shared()
        ProgramTests.withScheduler { scheduler in
          if isEndless { scheduler.limits.steps = limit }
          scheduler.limits.leftoverSteps = limit
          let result = scheduler.run(.arrivalOrder) {
            if isEndless {
              await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 { group.addTask { while true { await Self.call(shared) } } }
              }
            } else {
              // Left over when the body has ended.
              Task { for _ in 0..<limit { await Self.call(shared) } }
            }
          }
          #expect(result.verdict == (isEndless ? .endless(steps: limit) : .passed))
        }
        await Self.expectIsFree(shared, "an actor after \(limit) steps")
      }
    }
  }
#endif
