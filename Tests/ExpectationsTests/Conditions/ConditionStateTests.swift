import Testing

@testable import Expectations

@Suite struct ConditionStateTests {
  private static func state(
    _ goal: ConditionGoal, earliest: Nanoseconds = 0, stability: Nanoseconds = 0
  ) -> ConditionState {
    ConditionState(
      ConditionParameters(
        goal: goal, started: .at(0), deadline: .at(1000), grace: 100, earliest: earliest, stability: stability),
      pace: PollingPace(interval: 100_000, longest: 100_000))
  }

  @Test func hope_holding_passes() {
    var state = Self.state(.eventually)
    #expect(state.judge(.fails, from: .at(0), to: .at(1)) == .again(after: 100_000, by: .at(1000)))
    #expect(state.judge(.holds, from: .at(10), to: .at(11)) == .passed)
    #expect(state.tries == 2)
  }

  @Test func hope_isLookedAtOnceMore_whenTheTimeIsOver() {
    var state = Self.state(.eventually)
    #expect(state.judge(.fails, from: .at(999), to: .at(1001)) == .again(after: 100_000, by: .at(1000)))
    #expect(state.judge(.holds, from: .at(1001), to: .at(1002)) == .passed)
  }

  @Test func hope_notHoldingInTheEnd_timesOut() {
    var state = Self.state(.eventually)
    #expect(state.judge(.fails, from: .at(1000), to: .at(1001)) == .failed(.timedOut(heldLast: false)))
  }

  @Test func evaluation_thatRunsOn_isNotJudged() {
    var state = Self.state(.eventually)
    #expect(state.judge(.holds, from: .at(999), to: .at(1101)) == .failed(.stillRunning))
    state = Self.state(.eventually)
    #expect(state.judge(.holds, from: .at(999), to: .at(1100)) == .passed)
  }

  @Test func evaluation_thatBeganLate_isJudged() {
    var state = Self.state(.eventually)
    #expect(state.judge(.holds, from: .at(5000), to: .at(5001)) == .passed)
  }

  @Test func hopelessError_endsIt() {
    var state = Self.state(.eventually)
    #expect(
      state.judge(.threw(isUnrecoverable: false), from: .at(0), to: .at(1)) == .again(after: 100_000, by: .at(1000)))
    #expect(state.judge(.threw(isUnrecoverable: true), from: .at(2), to: .at(3)) == .failed(.unrecoverable))
  }

  @Test func hope_holdingTooEarly_fails() {
    var state = Self.state(.eventually, earliest: 50)
    #expect(state.judge(.holds, from: .at(0), to: .at(49)) == .failed(.tooEarly))
    state = Self.state(.eventually, earliest: 50)
    #expect(state.judge(.holds, from: .at(0), to: .at(50)) == .passed)
    // The code under test went on while the fair clock stood still.
    state = Self.state(.eventually, earliest: 50)
    #expect(state.judge(.holds, from: .at(0), to: .at(30), uncounted: 20) == .passed)
  }

  @Test func hope_thatMustBeStable_startsAnewAfterABreak() {
    var state = Self.state(.eventually, stability: 200)
    #expect(state.judge(.holds, from: .at(0), to: .at(100)) == .again(after: 100_000, by: .at(300)))
    #expect(state.judge(.fails, from: .at(150), to: .at(150)) == .again(after: 100_000, by: .at(1000)))
    #expect(state.judge(.holds, from: .at(200), to: .at(200)) == .again(after: 100_000, by: .at(400)))
    #expect(state.judge(.holds, from: .at(400), to: .at(400)) == .passed)
  }

  @Test func hope_notStableInTime_timesOut() {
    var state = Self.state(.eventually, stability: 200)
    #expect(state.judge(.holds, from: .at(900), to: .at(900)) == .again(after: 100_000, by: .at(1000)))
    #expect(state.judge(.holds, from: .at(1001), to: .at(1001)) == .failed(.timedOut(heldLast: true)))
  }

  @Test func window_always_failsOnTheFirstBreak() {
    var state = Self.state(.always)
    #expect(state.judge(.holds, from: .at(0), to: .at(1)) == .again(after: 100_000, by: .at(1000)))
    #expect(state.judge(.fails, from: .at(2), to: .at(3)) == .failed(.broken))
    state = Self.state(.always)
    #expect(state.judge(.threw(isUnrecoverable: false), from: .at(0), to: .at(1)) == .failed(.broken))
  }

  @Test func window_never_failsWhenItHolds() {
    var state = Self.state(.never)
    #expect(
      state.judge(.threw(isUnrecoverable: false), from: .at(0), to: .at(1)) == .again(after: 100_000, by: .at(1000)))
    #expect(state.judge(.holds, from: .at(2), to: .at(3)) == .failed(.broken))
  }

  @Test(arguments: [ConditionGoal.always, .never]) func window_inTheEnd_passes(goal: ConditionGoal) {
    var state = Self.state(goal)
    let sample: EvaluationResult = goal == .always ? .holds : .fails
    #expect(state.judge(sample, from: .at(1000), to: .at(1001)) == .passed)
    state = Self.state(goal)
    #expect(state.judge(sample, from: .at(0), to: .at(1), isLast: true) == .passed)
  }

  @Test func pace_withoutBackingOff_isRegular() {
    var pace = PollingPace(interval: 100_000, longest: 0)
    #expect([pace.next(), pace.next()] == [100_000, 100_000])
  }

  @Test func pace_backingOff_doublesUpToTheLongest() {
    var pace = PollingPace(interval: 100_000, longest: 350_000)
    #expect((0..<4).map { _ in pace.next() } == [100_000, 200_000, 350_000, 350_000])
    pace = PollingPace(interval: 100_000, longest: .max)
    #expect((0..<80).map { _ in pace.next() }.last == .max)
  }

  @Test func pace_withoutAnyPause_doesNotSpin() {
    var pace = PollingPace(interval: 0, longest: 0)
    #expect(pace.next() == 20_000)
  }

  @Test func pace_afterAChange_looksSoonAndSeveralTimes() {
    var pace = PollingPace(interval: 100_000, longest: 100_000)
    pace.pollSoon()
    #expect((0..<8).map { _ in pace.next() } == Array(repeating: 0, count: 8))
    #expect((0..<3).map { _ in pace.next() } == [20_000, 80_000, 100_000])
  }
}

extension MonotonicInstant {
  fileprivate static func at(_ nanoseconds: Int64) -> MonotonicInstant { MonotonicInstant(nanoseconds: nanoseconds) }
}
