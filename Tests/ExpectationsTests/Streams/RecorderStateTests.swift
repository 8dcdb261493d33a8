import Testing

@testable import Expectations

/// Scripts for the recorder's state: events and targets are numbers, and errors are strings.
@Suite struct RecorderStateTests {
  private typealias State = RecorderState<Int, String, Int>

  private static func state(_ events: Int..., end: State.End? = nil) -> State {
    var state = State()
    for event in events { _ = state.record(event) }
    if let end { state.end(end) }
    return state
  }

  @Test func take_ofRecordedEvents_isInOrder_andOnce() {
    var state = Self.state(10, 20, 30)
    #expect(state.take(2) == 0..<2)
    #expect(state.take(2) == nil, "one is left")
    #expect(state.take(1) == 2..<3)
    #expect(state.take(0) == 3..<3)
    #expect(state.take(-1) == nil)
    #expect(state.events == [10, 20, 30])
  }

  @Test func demand_isAnswerable_onceEnoughEventsAreThere() {
    var state = Self.state(10)
    let key = state.addDemand(for: .events(2), target: 7)
    #expect(state.answerableTarget == nil)
    _ = state.record(20)
    #expect(state.answerableTarget == 7)
    state.answerFirstDemand(isInTime: true)
    #expect(state.answerableTarget == nil)
    #expect(state.removeDemand(key) == .events(0..<2))
    #expect(state.unconsumed == 2..<2)
  }

  @Test func demands_areAnsweredInTheirOrder_withDisjointRanges() {
    var state = State()
    let keys = [state.addDemand(for: .events(2), target: 1), state.addDemand(for: .events(1), target: 2)]
    _ = state.record(10)
    #expect(state.answerableTarget == nil, "the second does not get what the first waits for")
    #expect(state.take(1) == nil, "a later request does not overtake it")
    _ = state.record(20)
    _ = state.record(30)
    var targets: [Int] = []
    while let target = state.answerableTarget {
      targets.append(target)
      state.answerFirstDemand(isInTime: true)
    }
    #expect(targets == [1, 2])
    #expect(state.removeDemand(keys[0]) == .events(0..<2))
    #expect(state.removeDemand(keys[1]) == .events(2..<3))
  }

  @Test func demand_thatIsLate_getsNothing_andTheNextGetsIt() {
    var state = State()
    let keys = [state.addDemand(for: .events(1), target: 1), state.addDemand(for: .events(1), target: 2)]
    _ = state.record(10)
    #expect(state.answerableTarget == 1)
    state.answerFirstDemand(isInTime: false)
    #expect(state.answerableTarget == 2)
    state.answerFirstDemand(isInTime: true)
    #expect(state.removeDemand(keys[0]) == nil)
    #expect(state.removeDemand(keys[1]) == .events(0..<1))
  }

  @Test func withdrawal_letsTheNextDemandBeAnswered() {
    var state = State()
    let first = state.addDemand(for: .events(2), target: 1)
    _ = state.addDemand(for: .events(1), target: 2)
    _ = state.record(10)
    #expect(state.removeDemand(first) == nil)
    #expect(state.answerableTarget == 2)
  }

  @Test func end_answersEveryDemand_withWhatWasLeft() {
    var state = Self.state(10)
    let keys = [state.addDemand(for: .events(3), target: 1), state.addDemand(for: .events(1), target: 2)]
    state.end(.finished)
    while state.answerableTarget != nil { state.answerFirstDemand(isInTime: true) }
    #expect(state.removeDemand(keys[0]) == .ended(0..<1, isUnreported: false))
    #expect(state.removeDemand(keys[1]) == .events(0..<1))
  }

  @Test func end_isTheFirst() throws {
    var state = Self.state(end: .failed("first"))
    state.end(.failed("second"))
    state.end(.finished)
    guard case .failed("first") = state.end else {
      Issue.record("the first end was replaced")
      return
    }
    let isTaken = state.record(10)
    #expect(!isTaken)
  }

  @Test(arguments: [RecorderGoal.end, .error, .nothing])
  func demandForNoEvent_getsTheUnexpectedEvents(goal: RecorderGoal) {
    var state = Self.state(10, 20)
    _ = state.take(1)
    let key = state.addDemand(for: goal, target: 1)
    #expect(state.answerableTarget == 1)
    state.answerFirstDemand(isInTime: true)
    #expect(state.removeDemand(key) == .unexpected(1..<2))
    #expect(state.unconsumed == 1..<2, "it is shown, not consumed")
    let left = state.close()
    #expect(left.events.isEmpty, "and not shown again")
  }

  @Test func error_isUnreportedOnce() {
    var state = Self.state(end: .failed("refused"))
    for isUnreported in [true, false] {
      let key = state.addDemand(for: .nothing, target: 1)
      state.answerFirstDemand(isInTime: true)
      #expect(state.removeDemand(key) == .ended(0..<0, isUnreported: isUnreported))
    }
    let left = state.close()
    #expect(!left.hasError)
  }

  @Test func close_returnsUnconsumedEvents() {
    var state = Self.state(10, 20, 30, end: .failed("refused"))
    _ = state.take(1)
    let left = state.close()
    #expect(left.events == 1..<3)
    #expect(left.hasError)
    let isTaken = state.record(40)
    #expect(isTaken, "events after the close are ignored")
    #expect(state.events.count == 3)
  }

  @Test func close_afterAFailureThatShowedAll_orADismissal_returnsNothing() {
    var state = Self.state(10, 20)
    #expect(state.takeUnreported() == 0..<2)
    _ = state.record(30)
    let left = state.close()
    #expect(left.events == 2..<3)
    var dismissed = Self.state(10, end: .failed("refused"))
    dismissed.dismiss()
    let nothing = dismissed.close()
    #expect(nothing.events.isEmpty && !nothing.hasError)
  }
}
