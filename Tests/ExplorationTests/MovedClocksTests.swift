#if os(Linux)
  import Expectations
  import Foundation
  import TestSupport
  import Testing

  @testable import Exploration

  @Suite(.ownThreads, .fullControl, .enabled(if: MovedClocks.follow)) struct MovedClocksTests {
    /// How much real time a body may take here.
    private static let real = Duration.seconds(30)

    @Test(.realTime) func clocks_afterASleep_showIt() async {
      let before = (ContinuousClock.now, Date())
      let report = await explore(schedules: 20) {
        let (continuous, suspending, date) = (ContinuousClock.now, SuspendingClock.now, Date())
        try await Task.sleep(for: .seconds(3_600))
        let elapsed = [
          continuous.duration(to: .now), suspending.duration(to: .now), .seconds(-date.timeIntervalSinceNow),
        ]
        // Those of the main actor and of an actor follow, too.
        let ofMain = await Task { @MainActor in continuous.duration(to: .now) }.value
        let ofDetached = await Task.detached { continuous.duration(to: .now) }.value
        for time in elapsed + [ofMain, ofDetached] {
          #expect(time >= .seconds(3_600) && time < .seconds(3_600) + MovedClocksTests.real)
        }
      }
      #expect(report.outcome == .passed, "\(report)")
      #expect(report.virtualTime == .seconds(3_600))
      #expect(before.0.duration(to: .now) < Self.real, "outside, the time is real again")
      #expect(Date().timeIntervalSince(before.1) < 30)
    }

    /// A thread that does not run for a while changes nothing.
    @Test func clocksOfTheStandardLibrary_areExact() async {
      let seen = Locked<Set<Duration>>([])
      let report = await explore(schedules: 20) {
        let start = ContinuousClock.now
        usleep(UInt32.random(in: 0...2_000))
        try await Task.sleep(for: .milliseconds(2))
        usleep(2_000)
        async let other: Void = Task.sleep(for: .milliseconds(1))
        try await other
        let elapsed = start.duration(to: .now)
        seen.withLock { _ = $0.insert(elapsed) }
      }
      #expect(report.outcome == .passed, "\(report)")
      #expect(report.virtualTime == .milliseconds(3))
      let elapsed = seen.withLock(\.self)
      #expect(elapsed.count == 1)
      #expect(elapsed.allSatisfy { .milliseconds(3) ..< .milliseconds(3) + .microseconds(1) ~= $0 })
    }

    /// A loop that waits for a clock comes to its end, and a thread that sleeps wakes. Each run takes the same steps.
    @Test func waitsForClocks_end() async {
      let report = await explore(schedules: 2) {
        let end = ContinuousClock.now + .microseconds(20)
        while ContinuousClock.now < end {}
        let later = ContinuousClock.now + .milliseconds(20)
        while ContinuousClock.now < later { usleep(10) }
        Self.blockForAMoment()
        let latest = ContinuousClock.now + .milliseconds(1)
        while ContinuousClock.now < latest { await Task.yield() }
      }
      #expect(report.outcome == .passed, "\(report)")
    }

    private static func blockForAMoment() {
      Thread.sleep(forTimeInterval: 0.001)
      _ = RunLoop.current.run(mode: .default, before: Date() + 0.001)
    }

    @Test(.realTime) func otherThreads_seeTheRealTime() async throws {
      let start = ContinuousClock.now
      let longest = Locked(Duration.zero)
      let isOver = Locked(false)
      let ended = Expectation("the other thread has ended")
      Thread {
        while !isOver.withLock({ $0 }) {
          let time = start.duration(to: .now)
          longest.withLock { $0 = max($0, time) }
          usleep(100)
        }
        ended.fulfill()
      }.start()
      await explore(schedules: 200) { for _ in 0..<5 { try await Task.sleep(for: .seconds(3_600)) } }
      isOver.withLock { $0 = true }
      await ended.wait()
      #expect(longest.withLock { $0 } < Self.real)
    }

    /// The library's own waits and stopwatches measure virtual time anyway, exactly, and not twice.
    @Test func ownTime_passesOnce() async {
      let report = await explore(schedules: 20) {
        let stopwatch = FairStopwatch()
        try await Task.sleep(for: .seconds(3_600))
        #expect(stopwatch.elapsed == .seconds(3_600))
        let saved = Expectation("saved")
        Task { saved.fulfill() }
        #expect(await saved.wait(timeout: .seconds(5)))
      }
      #expect(report.outcome == .passed, "\(report)")
    }
  }
#endif
