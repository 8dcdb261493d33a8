import Testing

@testable import Expectations

/// Calls of a recorder that measure their time on another clock.
@Suite struct RecorderClockTests {
  private let clock = ManualClock()

  @Test func next_whenItsClockPassesTheTimeout_timesOut() async {
    let line = #line
    let (_, host) = await recording {
      let ticks = Recorder<Int>("ticks")
      async let next: Void = {
        await #expect(throws: RecordingHost.Stop.self) { try await ticks.next(timeout: .seconds(3600), clock: clock) }
      }()
      await clock.sleepers(atLeast: 1)
      await clock.advance(by: .seconds(3600))
      await next
    }
    #expect(
      host.records == [
        """
        RecorderClockTests.swift:\(line + 4): failure: Timed out after 3600.00 s on its clock: "ticks" recorded 0 of 1 event
          created at RecorderClockTests.swift:\(line + 2)
        """
      ])
    #expect(clock.sleepers.isEmpty)
  }

  @Test func next_ofWhatAJobOnTheClockRecords_isThere() async throws {
    let ticks = Recorder<Int>("ticks")
    let ticking = Task {
      for tick in 1...3 {
        try await clock.sleep(for: .seconds(30))
        ticks.record(tick)
      }
    }
    for tick in 1...3 {
      await clock.sleepers(atLeast: 1)
      await clock.advance(by: .seconds(30))
      #expect(try await ticks.next(clock: clock) == tick)
    }
    try await ticking.value
  }

  @Test func expectNone_lastsUntilItsClockPassesTheWindow() async {
    let ticks = Recorder<Int>("ticks")
    async let isQuiet = ticks.expectNone(for: .seconds(30), clock: clock)
    await clock.sleepers(atLeast: 1)
    await clock.advance(by: .seconds(30))
    #expect(await isQuiet)
    #expect(clock.sleepers.isEmpty)
  }

  @Test func expectNone_whoseClockStandsStill_isNoSuccess() async throws {
    let line = #line
    let (_, host) = await recording {
      let ticks = Recorder<Int>("ticks")
      let isQuiet = await ExpectationDefaults.$timeout.withValue(.milliseconds(20)) {
        await ticks.expectNone(for: .seconds(30), clock: clock)
      }
      #expect(!isQuiet)
    }
    #expect(
      host.records == [
        """
        RecorderClockTests.swift:\(line + 4): failure: Gave up after # of real time, with 0 s of 30.00 s elapsed on its clock: "ticks" should record nothing
          created at RecorderClockTests.swift:\(line + 2)
        """
      ])
  }
}
