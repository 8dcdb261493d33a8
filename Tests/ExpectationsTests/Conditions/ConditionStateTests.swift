import Observation
import Testing

@testable import Expectations

@Suite struct ConditionStateTests {
  /// A condition that may take 1000.
  private static func state(
    _ goal: ConditionGoal, earliest: Nanoseconds = 0, stability: Nanoseconds = 0
  ) -> ConditionState {
    var state = ConditionState(goal, limit: 1000, grace: 100, pace: PollingPace(interval: 100_000, longest: 100_000))
    (state.earliest, state.stability) = (earliest, stability)
    return state
  }

  @Test func eventually_isEvaluatedOnceMore_whenTheTimeIsOver() {
    var state = Self.state(.eventually)
    #expect(state.judge(.fails, from: 999, to: 1001) == .again(after: 100_000, by: 1000))
    #expect(state.judge(.holds, from: 1001, to: 1002) == .passed)
  }

  @Test func eventually_thatDoesNotHoldAtTheEnd_timesOut() {
    var state = Self.state(.eventually)
    #expect(state.judge(.fails, from: 1000, to: 1001) == .failed(.timedOut(heldLast: false)))
  }

  @Test func evaluation_thatEndsMuchTooLate_isNotJudged() {
    var state = Self.state(.eventually)
    #expect(state.judge(.holds, from: 999, to: 1101) == .failed(.stillRunning))
    state = Self.state(.eventually)
    #expect(state.judge(.holds, from: 999, to: 1200, absent: 100) == .passed)
  }

  @Test func evaluation_thatBeganLate_isJudged() {
    var state = Self.state(.eventually)
    #expect(state.judge(.holds, from: 5000, to: 5001) == .passed)
  }

  @Test func eventually_thatHoldsTooEarly_fails() {
    var state = Self.state(.eventually, earliest: 50)
    #expect(state.judge(.holds, from: 0, to: 49) == .failed(.tooEarly))
    state = Self.state(.eventually, earliest: 50)
    #expect(state.judge(.holds, from: 0, to: 50) == .passed)
    // Your code went on while the fair clock stood still.
    state = Self.state(.eventually, earliest: 50)
    #expect(state.judge(.holds, from: 0, to: 30, uncounted: 20) == .passed)
  }

  @Test func stable_startsAnewAfterABreak() {
    var state = Self.state(.eventually, stability: 200)
    #expect(state.judge(.holds, from: 0, to: 100) == .again(after: 100_000, by: 300))
    #expect(state.judge(.fails, from: 150, to: 150) == .again(after: 100_000, by: 1000))
    #expect(state.judge(.holds, from: 200, to: 200) == .again(after: 100_000, by: 400))
    #expect(state.judge(.holds, from: 400, to: 400) == .passed)
  }

  @Test func eventually_thatIsNotStableInTime_timesOut() {
    var state = Self.state(.eventually, stability: 200)
    #expect(state.judge(.holds, from: 900, to: 900) == .again(after: 100_000, by: 1000))
    #expect(state.judge(.holds, from: 1001, to: 1001) == .failed(.timedOut(heldLast: true)))
  }

  @Test(arguments: [ConditionGoal.always, .never]) func window_inTheEnd_passes(goal: ConditionGoal) {
    var state = Self.state(goal)
    let sample: EvaluationResult = goal == .always ? .holds : .fails
    #expect(state.judge(sample, from: 1000, to: 1001) == .passed)
  }

  /// It is regular, or doubles up to the longest pause, and never spins.
  @Test(
    arguments: [
      (100_000, 0, [100_000, 100_000]), (100_000, 350_000, [100_000, 200_000, 350_000, 350_000]), (0, 0, [20_000]),
    ] as [(Nanoseconds, Nanoseconds, [Nanoseconds])])
  func pace_backsOff_ifItMay(interval: Nanoseconds, longest: Nanoseconds, pauses: [Nanoseconds]) {
    var pace = PollingPace(interval: interval, longest: longest)
    #expect(pauses.map { _ in pace.next() } == pauses)
    pace = PollingPace(interval: 100_000, longest: .max)
    #expect((0..<80).map { _ in pace.next() }.last == .max)
  }

  @Test func pace_afterAChange_looksSoonAndSeveralTimes() {
    var pace = PollingPace(interval: 100_000, longest: 100_000)
    pace.pollSoon()
    #expect((0..<8).map { _ in pace.next() } == Array(repeating: 0, count: 8))
    #expect((0..<3).map { _ in pace.next() } == [20_000, 80_000, 100_000])
  }
}

@Suite struct ConditionLifeTests {
  @Observable final class Unchanged: Sendable {
    var isReady: Bool {
      access(keyPath: \.isReady)
      return true
    }
  }

  /// An object that never changes keeps what observes it.
  @Test func conditionThatIsOver_leavesNothingBehind() async throws {
    let (object, name) = (Unchanged(), "observed, and never changed")
    try await eventually(name) { object.isReady }
    var titles: [String] = []
    Engine.withLock { $0.machine.expectations.visitAll { titles.append($0.origin?.title ?? "") } }
    #expect(!titles.contains(name))
    withExtendedLifetime(object) {}
  }
}
