#if os(Linux)
  import Expectations
  import TestSupport
  import Testing

  @testable import Exploration

  @Suite(.ownThreads, .fullControl) struct SleepTests {
    @Test(.realTime) func sleep_inEveryKindOfTask_takesNoRealTime() {
      let start = ContinuousClock.now
      let report = explore(schedules: 50) {
        try await Task.sleep(for: .seconds(100))
        async let child: Void = Task.sleep(nanoseconds: 100_000_000_000)
        let task = Task { try await Task.sleep(for: .seconds(100), clock: .suspending) }
        let detached = Task.detached { try await ContinuousClock().sleep(for: .seconds(100)) }
        let main = Task { @MainActor in try await Task.sleep(for: .seconds(100)) }
        try await child
        try await task.value
        try await detached.value
        try await main.value
      }
      #expect(report.outcome == .passed)
      #expect(report.fromOutside == 0)
      #expect(report.virtualTime == .seconds(200))
      #expect(start.duration(to: .now) < .seconds(10))
    }

    /// The usual way to sleep for ever, and the longest sleep of a clock.
    @Test func sleep_forEver_endsWhenItIsCanceled() {
      let report = explore(schedules: 20) {
        let sleepers = [
          Task { try await Task.sleep(nanoseconds: .max) },
          Task { try await ExplorationClock().sleep(for: .seconds(Int64.max)) },
        ]
        await Task.yield()
        for sleeper in sleepers {
          sleeper.cancel()
          await #expect(throws: CancellationError.self) { try await sleeper.value }
        }
      }
      #expect(report.outcome == .passed, "\(report)")
    }

    @Test func sleep_onAnImmediateClock_letsOthersRun() async {
      let report = await explore(schedules: 50) {
        let clock = ManualClock.immediate()
        let ticker = Task { while true { try await clock.sleep(for: .seconds(1)) } }
        await Task { ticker.cancel() }.value
        await #expect(throws: CancellationError.self) { try await ticker.value }
      }
      #expect(report.outcome == .passed, "\(report)")
    }

    private actor Starter {
      private(set) var value = 0

      func start() -> Task<Void, Never> {
        Task {
          try? await Task.sleep(for: .seconds(1))
          value = 1
        }
      }
    }

    /// Such a task has no task-local values, and the queue of the actor does not show it.
    @Test func sleep_ofATaskThatAnActorStartsForADetachedOne_staysUnderControl() async {
      let report = await explore(schedules: 50) {
        let starter = Starter()
        await Task.detached { await starter.start().value }.value
        #expect(await starter.value == 1)
      }
      #expect(report.outcome == .passed, "\(report)")
      #expect(report.virtualTime == .seconds(1))
    }

    @Test(.realTime) func explorationClock_inAnExploration_showsItsTime() {
      let start = ContinuousClock.now
      let report = explore(schedules: 20) {
        let clock = ExplorationClock()
        let began = clock.now
        try await Task.sleep(for: .milliseconds(1_500))
        #expect(began.duration(to: clock.now) == .milliseconds(1_500))
        let task = Task { try await clock.sleep(for: .seconds(60)) }
        try await task.value
        #expect(began.duration(to: clock.now) == .milliseconds(61_500))
      }
      #expect(report.outcome == .passed)
      #expect(report.virtualTime == .milliseconds(61_500))
      #expect(start.duration(to: .now) < .seconds(10))
    }

    @Test func explorationClock_outside_isARealClock() async throws {
      let clock = ExplorationClock()
      let start = clock.now
      try await clock.sleep(for: .milliseconds(5))
      #expect(start.duration(to: clock.now) >= .milliseconds(5))
    }
  }
#endif
