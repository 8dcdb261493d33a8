import Testing

@testable import Expectations

/// The clocks of swift-clocks that a `ManualClock` has forms for.
@Suite struct ImmediateClockTests {
  @Test func immediateClock_movesToEachInstant() async throws {
    let clock = ManualClock.immediate()
    try await clock.sleep(for: .seconds(5))
    #expect(clock.now.offset == .seconds(5))
    try await clock.sleep(until: clock.now.advanced(by: .seconds(-1)))
    #expect(clock.now.offset == .seconds(5), "a clock never goes back")
    await clock.advance(by: .seconds(1))
    try await clock.sleep(for: .seconds(1))
    #expect(clock.now.offset == .seconds(7))
  }

  @Test func immediateClock_canceled_throws() async {
    let clock = ManualClock.immediate()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(5))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.now.offset == .zero)
  }

  @Test func immediateClock_isNoRemarkOfOtherFailures() async {
    let clocks = [ManualClock.immediate(), .unexpected(), ManualClock()]
    let (_, host) = await recording { await Expectation("never").wait(timeout: .milliseconds(1)) }
    let remarks = clocks.map { $0.remark }
    #expect(remarks[0] == nil)
    #expect(remarks[1] == nil)
    #expect(remarks[2] != nil)
    #expect(host.failures.count == 1)
  }

  @Test func immediateClock_neverHasSleepers_andSaysWhy() async throws {
    let (_, host) = try await recording {
      let clock = ManualClock.immediate()
      try await clock.sleep(for: .seconds(5))
      #expect(await clock.waitForSleepers(timeout: .seconds(3600)) == false)
    }
    #expect(host.failures.map(\.line) == [3])
    #expect(host.says("  at 5.000 s; no sleepers: each sleep on it returns at once"), "\(host.problems)")
  }

  @Test func unexpectedClock_inALoop_failsOnce_andLetsOthersRun() async {
    let (_, host) = await recording {
      let clock = ManualClock.unexpected()
      let ticker = Task { while true { try await clock.sleep(for: .seconds(1)) } }
      for _ in 0..<100 { await Task.yield() }
      ticker.cancel()
      _ = await ticker.result
    }
    #expect(host.failures.count == 1)
  }

  @Test func unexpectedClock_aSleep_failsAtItsLine() async {
    let (_, host) = await recording {
      let clock = ManualClock.unexpected()
      // The failure belongs to the test that made the clock, whichever task sleeps.
      await Task.detached { try? await clock.sleep(for: .milliseconds(300)) }.value
    }
    #expect(host.failures.map(\.message) == ["A task slept for 0.30 s on a clock that expects no sleep"])
    #expect(host.failures.map(\.line) == [1])
  }

  @Test func unexpectedClock_itsTime_isZero() { #expect(ManualClock.unexpected().now.offset == .zero) }
}
