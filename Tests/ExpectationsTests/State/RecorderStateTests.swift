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
    private var state = State()

    var events: [Int] { state.events }
    var unconsumed: Range<Int> { state.unconsumed }

    func record(_ event: Int, at moment: Moment) -> Bool { state.record(event, at: moment) }
    func end(_ end: State.End, at moment: Moment) { state.end(end, at: moment) }
    func take(_ count: Int) -> Range<Int>? { state.take(count) }
    func add(_ demand: State.Demand) -> Int { state.add(demand) }
    func settle(at now: Moment) -> Bool { state.settle(at: now) }
    func isAnswered(_ key: Int) -> Bool { state.isAnswered(key) }
    func remove(_ key: Int) -> RecorderAnswer? { state.remove(key) }
    func takeUnreported() -> Range<Int> { state.takeUnreported() }
    func dismiss() { state.dismiss() }
    func close() -> (events: Range<Int>, hasError: Bool) { state.close() }
  }

  /// A state with these events, at 0.
  private static func state(_ events: Int..., end: State.End? = nil) -> Script {
    let state = Script()
    for event in events { _ = state.record(event, at: at(0)) }
    if let end { state.end(end, at: at(0)) }
    return state
  }

  /// A demand of a call whose fair deadline is 100.
  private static func demand(_ goal: RecorderGoal, until deadline: Int64 = 100) -> State.Demand {
    State.Demand(goal: goal, deadline: Instant(nanoseconds: deadline), isInRealTime: false)
  }

  @Test func demand_isAnswered_onceEnoughEventsAreThere() {
    let state = Self.state(10)
    let key = state.add(Self.demand(.events(2)))
    #expect(!state.settle(at: Self.at(1)) && !state.isAnswered(key))
    _ = state.record(20, at: Self.at(2))
    #expect(state.settle(at: Self.at(2)) && state.isAnswered(key))
    #expect(!state.settle(at: Self.at(3)))
    #expect(state.remove(key) == .events(0..<2))
    #expect(state.unconsumed == 2..<2)
  }

  @Test func demands_areAnsweredInTheirOrder_withDisjointRanges() {
    let state = Script()
    let keys = [state.add(Self.demand(.events(2))), state.add(Self.demand(.events(1)))]
    _ = state.record(10, at: Self.at(1))
    #expect(!state.settle(at: Self.at(1)), "the second does not get what the first waits for")
    #expect(state.take(1) == nil, "a later call does not overtake it")
    for event in [20, 30] { _ = state.record(event, at: Self.at(2)) }
    #expect(state.settle(at: Self.at(2)))
    let answers = keys.map { state.remove($0) }
    #expect(answers == [.events(0..<2), .events(2..<3)])
  }

  @Test func eventAfterTheDeadline_isForTheNextCall_evenIfTheFirstHasNotReturned() {
    let state = Script()
    let keys = [state.add(Self.demand(.events(1))), state.add(Self.demand(.events(1), until: 300))]
    _ = state.record(10, at: Self.at(101))
    #expect(state.settle(at: Self.at(101)))
    let answers = keys.map { state.remove($0) }
    #expect(answers == [nil, .events(0..<1)])
  }

  @Test func eventAtTheDeadline_counts_howeverLateItIsLookedAt() {
    let state = Script()
    let key = state.add(Self.demand(.events(1)))
    _ = state.record(10, at: Self.at(100))
    #expect(state.settle(at: Self.at(5000)) && state.remove(key) == .events(0..<1))
  }

  @Test func lastOfSeveralEvents_decides() {
    let state = Script()
    let key = state.add(Self.demand(.events(2)))
    _ = state.record(10, at: Self.at(50))
    _ = state.record(20, at: Self.at(101))
    #expect(!state.settle(at: Self.at(101)) && state.remove(key) == nil)
    #expect(state.takeUnreported() == 0..<2)
  }

  @Test func demandInRealTime_hasItsDeadlineThere() {
    let state = Script()
    let key = state.add(State.Demand(goal: .nothing, deadline: Instant(nanoseconds: 1100), isInRealTime: true))
    _ = state.record(10, at: Self.at(101))
    #expect(!state.settle(at: Self.at(101)) && state.remove(key) == nil)
  }

  @Test func callThatIsOver_doesNotHoldUpTheNext() {
    let state = Script()
    let first = state.add(Self.demand(.events(3)))
    let second = state.add(Self.demand(.events(1), until: 300))
    _ = state.record(10, at: Self.at(150))
    #expect(state.settle(at: Self.at(150)))
    let answers = [first, second].map { state.remove($0) }
    #expect(answers == [nil, .events(0..<1)])
  }

  @Test func withdrawal_letsTheNextDemandBeAnswered() {
    let state = Script()
    let first = state.add(Self.demand(.events(2)))
    let second = state.add(Self.demand(.events(1)))
    _ = state.record(10, at: Self.at(1))
    #expect(!state.settle(at: Self.at(1)) && state.remove(first) == nil)
    #expect(state.settle(at: Self.at(2)) && state.isAnswered(second))
  }

  @Test func end_answersEveryDemand_withWhatWasLeft() {
    let state = Self.state(10)
    let keys = [state.add(Self.demand(.events(3))), state.add(Self.demand(.events(1)))]
    state.end(.finished, at: Self.at(5))
    #expect(state.settle(at: Self.at(5)))
    let answers = keys.map { state.remove($0) }
    #expect(answers == [.ended(0..<1, isUnreported: false), .events(0..<1)])
  }

  @Test(arguments: [RecorderGoal.end, .error, .nothing])
  func demandForNoEvent_getsTheUnexpectedEvents(goal: RecorderGoal) {
    let state = Self.state(10, 20)
    _ = state.take(1)
    let key = state.add(Self.demand(goal))
    #expect(state.settle(at: Self.at(1)) && state.remove(key) == .unexpected(1..<2))
    #expect(state.unconsumed == 1..<2, "it is shown, not consumed")
    let left = state.close()
    #expect(left.events.isEmpty, "and not shown again")
  }

  @Test func close_returnsUnconsumedEvents() {
    let state = Self.state(10, 20, 30, end: .failed(Refused()))
    _ = state.take(1)
    let left = state.close()
    #expect(left.events == 1..<3)
    #expect(left.hasError)
    let isTaken = state.record(40, at: Self.at(1))
    #expect(isTaken, "events after the close are ignored")
    #expect(state.events.count == 3)
  }

  @Test func close_afterAFailureThatShowedAll_orADismissal_returnsNothing() {
    let state = Self.state(10, 20)
    #expect(state.takeUnreported() == 0..<2)
    _ = state.record(30, at: Self.at(1))
    let left = state.close()
    #expect(left.events == 2..<3)
    let dismissed = Self.state(10, end: .failed(Refused()))
    dismissed.dismiss()
    let nothing = dismissed.close()
    #expect(nothing.events.isEmpty && !nothing.hasError)
  }
}
