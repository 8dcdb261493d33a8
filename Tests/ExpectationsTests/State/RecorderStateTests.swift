import Testing

@testable import Expectations

/// Scripts for the recorder's state: events and instants are numbers.
@Suite struct RecorderStateTests {
  private typealias State = RecorderState<Int>

  private struct Refused: Error {}

  private static func at(_ instant: Int64) -> Moment {
    Moment(fair: Instant(nanoseconds: instant), real: Instant(nanoseconds: instant + 1000))
  }

  /// A state behind a reference, so that `#expect` can change it.
  private final class Script {
    var state = State()

    /// These events are recorded at 0.
    init(_ events: Int..., end: State.End? = nil) {
      for event in events { _ = state.record(event, at: at(0)) }
      if let end { state.end(end, at: at(0)) }
    }

    func settle(at now: Moment) -> Bool { state.settle(at: now) }
  }

  /// A demand of a call whose fair deadline is 100.
  private static func demand(_ goal: RecorderGoal, until deadline: Int64 = 100) -> State.Demand {
    State.Demand(goal: goal, deadline: Instant(nanoseconds: deadline), isInRealTime: false)
  }

  @Test func demand_isAnswered_onceEnoughEventsAreThere() {
    let script = Script(10)
    let key = script.state.add(Self.demand(.events(2)))
    #expect(!script.settle(at: Self.at(1)) && !script.state.isAnswered(key))
    _ = script.state.record(20, at: Self.at(2))
    #expect(script.settle(at: Self.at(2)) && script.state.isAnswered(key))
    #expect(!script.settle(at: Self.at(3)))
    #expect(script.state.remove(key) == .events(0..<2))
    #expect(script.state.unconsumed == 2..<2)
  }

  @Test func demands_areAnsweredInTheirOrder_withDisjointRanges() {
    let script = Script()
    let keys = [script.state.add(Self.demand(.events(2))), script.state.add(Self.demand(.events(1)))]
    _ = script.state.record(10, at: Self.at(1))
    #expect(!script.settle(at: Self.at(1)), "the second does not get what the first waits for")
    #expect(script.state.take(1) == nil, "a later call does not overtake it")
    for event in [20, 30] { _ = script.state.record(event, at: Self.at(2)) }
    #expect(script.settle(at: Self.at(2)))
    let answers = keys.map { script.state.remove($0) }
    #expect(answers == [.events(0..<2), .events(2..<3)])
  }

  @Test func eventAfterTheDeadline_isForTheNextCall_evenIfTheFirstHasNotReturned() {
    let script = Script()
    let keys = [script.state.add(Self.demand(.events(1))), script.state.add(Self.demand(.events(1), until: 300))]
    _ = script.state.record(10, at: Self.at(101))
    #expect(script.settle(at: Self.at(101)))
    let answers = keys.map { script.state.remove($0) }
    #expect(answers == [nil, .events(0..<1)])
  }

  @Test func eventAtTheDeadline_counts_howeverLateItIsLookedAt() {
    let script = Script()
    let key = script.state.add(Self.demand(.events(1)))
    _ = script.state.record(10, at: Self.at(100))
    #expect(script.settle(at: Self.at(5000)) && script.state.remove(key) == .events(0..<1))
  }

  @Test func lastOfSeveralEvents_decides() {
    let script = Script()
    let key = script.state.add(Self.demand(.events(2)))
    _ = script.state.record(10, at: Self.at(50))
    _ = script.state.record(20, at: Self.at(101))
    #expect(!script.settle(at: Self.at(101)) && script.state.remove(key) == nil)
    #expect(script.state.takeUnreported() == 0..<2)
  }

  @Test func demandInRealTime_hasItsDeadlineThere() {
    let script = Script()
    let key = script.state.add(State.Demand(goal: .nothing, deadline: Instant(nanoseconds: 1100), isInRealTime: true))
    _ = script.state.record(10, at: Self.at(101))
    #expect(!script.settle(at: Self.at(101)) && script.state.remove(key) == nil)
  }

  @Test func callThatIsOver_doesNotHoldUpTheNext() {
    let script = Script()
    let first = script.state.add(Self.demand(.events(3)))
    let second = script.state.add(Self.demand(.events(1), until: 300))
    _ = script.state.record(10, at: Self.at(150))
    #expect(script.settle(at: Self.at(150)))
    let answers = [first, second].map { script.state.remove($0) }
    #expect(answers == [nil, .events(0..<1)])
  }

  @Test func withdrawal_letsTheNextDemandBeAnswered() {
    let script = Script()
    let first = script.state.add(Self.demand(.events(2)))
    let second = script.state.add(Self.demand(.events(1)))
    _ = script.state.record(10, at: Self.at(1))
    #expect(!script.settle(at: Self.at(1)) && script.state.remove(first) == nil)
    #expect(script.settle(at: Self.at(2)) && script.state.isAnswered(second))
  }

  @Test func end_answersEveryDemand_withWhatWasLeft() {
    let script = Script(10)
    let keys = [script.state.add(Self.demand(.events(3))), script.state.add(Self.demand(.events(1)))]
    script.state.end(.finished, at: Self.at(5))
    #expect(script.settle(at: Self.at(5)))
    let answers = keys.map { script.state.remove($0) }
    #expect(answers == [.ended(0..<1, isUnreported: false), .events(0..<1)])
  }

  @Test(arguments: [RecorderGoal.end, .error, .nothing])
  func demandForNoEvent_getsTheUnexpectedEvents(goal: RecorderGoal) {
    let script = Script(10, 20)
    _ = script.state.take(1)
    let key = script.state.add(Self.demand(goal))
    #expect(script.settle(at: Self.at(1)) && script.state.remove(key) == .unexpected(1..<2))
    #expect(script.state.unconsumed == 1..<2, "it is shown, not consumed")
    let left = script.state.close()
    #expect(left.events.isEmpty, "and not shown again")
  }

  @Test func close_returnsUnconsumedEvents() {
    let script = Script(10, 20, 30, end: .failed(Refused()))
    _ = script.state.take(1)
    let left = script.state.close()
    #expect(left.events == 1..<3)
    #expect(left.hasError)
    let isTaken = script.state.record(40, at: Self.at(1))
    #expect(isTaken, "events after the close are ignored")
    #expect(script.state.events.count == 3)
  }

  @Test func close_afterAFailureThatShowedAll_orADismissal_returnsNothing() {
    let script = Script(10, 20)
    #expect(script.state.takeUnreported() == 0..<2)
    _ = script.state.record(30, at: Self.at(1))
    let left = script.state.close()
    #expect(left.events == 2..<3)
    let dismissed = Script(10, end: .failed(Refused()))
    dismissed.state.dismiss()
    let nothing = dismissed.state.close()
    #expect(nothing.events.isEmpty && !nothing.hasError)
  }
}
