import Testing

@testable import Exploration

@Suite struct TimeTests {
  @Test(arguments: [
    (299_990_000, 300_080_000, 300_000_000), (1_499_000_000, 1_501_000_000, 1_500_000_000), (7, 7, 7),
    (999_999_999, 1_000_000_000, 1_000_000_000), (1, 1_000, 1_000), (123, 124, 123), (.max - 7, .max, .max - 7),
  ])
  func roundest_ofAnInterval_isTheRoundestNumber(low: Int, high: Int, picked: Int) {
    #expect(SleepTable.roundest(from: low, longer: high - low) == picked)
  }

  @Test func sleepTable_theSameSleepWithJitter_hasTheSameDuration() {
    var table = SleepTable()
    #expect(table.duration(remaining: 299_950_000, sinceStep: 60_000, sinceRun: 5_000_000) == 300_000_000)
    // A slow step, whose interval holds a rounder number: the known one stays.
    #expect(table.duration(remaining: 290_000_000, sinceStep: 200_000_000, sinceRun: 300_000_000) == 300_000_000)
    #expect(table.durations == [300_000_000])
    #expect(table.duration(remaining: 0, sinceStep: 1, sinceRun: 1) == 0)
  }

  /// After a stall of more than a millisecond, only an exact clock tells a sleep of two from one of one.
  @Test func sleepTable_withAnExactClock_needsNoInterval() {
    var table = SleepTable()
    func duration(_ remaining: Int) -> Int {
      table.duration(remaining: remaining, exactly: [3, 90], sinceStep: 1_500_000, sinceRun: 9_000_000)
    }
    #expect(duration(1_999_998) == 2_000_000)
    #expect(duration(999_999) == 1_000_000)
    #expect(duration(1_999_998) == 2_000_000)
    #expect(table.durations == [2_000_000, 1_000_000])
    // That of a `Date` is told as before, and one that is not round is told once.
    #expect(duration(4_199_412_345) == 4_200_000_000)
    #expect(table.duration(remaining: 333_333_331, exactly: [2], sinceStep: 900_000, sinceRun: 0) == 334_000_000)
    #expect(table.duration(remaining: 333_333_331, exactly: [2], sinceStep: 9_000, sinceRun: 0) == 334_000_000)
  }

  @Test func sleepTable_aSleepWithoutAnEnd_isKept() {
    var table = SleepTable()
    #expect(table.duration(remaining: .max, sinceStep: 60_000, sinceRun: 5_000_000) == .max)
    #expect(table.duration(remaining: .max - 1_000, sinceStep: 60_000, sinceRun: 5_000_000) == .max)
  }

  /// A late step does not round to the length of the run. An instant of an earlier step does.
  @Test(arguments: [(4_990_000, 20_000, 8_000_000, 5_000_000), (99_123_456, 1_000, 2_000_000, 100_000_000)])
  func sleepTable_theTimeOfTheRun_countsIfThatOfTheStepIsNotEnough(left: Int, step: Int, run: Int, duration: Int) {
    var table = SleepTable()
    #expect(table.duration(remaining: left, sinceStep: step, sinceRun: run) == duration)
  }

  @Test func virtualTime_sleepers_wakeByDeadlineThenByOrder() {
    var time = VirtualTime<String>()
    time.sleep("late", nanoseconds: 200)
    time.sleep("a", nanoseconds: 100)
    time.sleep("b", nanoseconds: 100)
    time.sleep("never", nanoseconds: .max)
    #expect(time.advance() == ["a", "b"])
    #expect(time.now == 100)
    time.sleep("now", nanoseconds: -5)
    #expect(time.advance() == ["now"])
    #expect(time.now == 100)
    #expect(time.advance() == ["late"])
    #expect(time.advance() == ["never"])
    #expect(time.isEmpty)
    #expect(time.advance().isEmpty)
  }
}
