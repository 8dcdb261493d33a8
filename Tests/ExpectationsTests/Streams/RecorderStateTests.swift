import Testing

@testable import Expectations

/// Scripts for the recorder's machine: elements and targets are numbers, and errors are strings.
@Suite struct RecorderStateTests {
  private typealias State = RecorderState<Int, String, Int>

  private static func state(_ elements: Int..., end: State.End? = nil) -> State {
    var state = State()
    for element in elements { _ = state.record(element) }
    if let end { state.end(end) }
    return state
  }

  @Test func take_ofWhatIsThere_isInOrder_andOnce() {
    var state = Self.state(10, 20, 30)
    #expect(state.take(2) == 0..<2)
    #expect(state.take(2) == nil, "one is left")
    #expect(state.take(1) == 2..<3)
    #expect(state.take(0) == 3..<3)
    #expect(state.take(-1) == nil)
    #expect(state.elements == [10, 20, 30])
  }

  @Test func demand_isDue_onceEnoughIsThere() {
    var state = Self.state(10)
    let key = state.demand(.elements(2), target: 7)
    #expect(state.due == nil)
    _ = state.record(20)
    #expect(state.due == 7)
    state.answerDue(isInTime: true)
    #expect(state.due == nil)
    #expect(state.conclude(key) == .elements(0..<2))
    #expect(state.unconsumed == 2..<2)
  }

  @Test func demands_areAnsweredInTheirOrder_withDisjointRanges() {
    var state = State()
    let keys = [state.demand(.elements(2), target: 1), state.demand(.elements(1), target: 2)]
    _ = state.record(10)
    #expect(state.due == nil, "the second does not get what the first waits for")
    #expect(state.take(1) == nil, "a later request does not jump the queue")
    _ = state.record(20)
    _ = state.record(30)
    var targets: [Int] = []
    while let target = state.due {
      targets.append(target)
      state.answerDue(isInTime: true)
    }
    #expect(targets == [1, 2])
    #expect(state.conclude(keys[0]) == .elements(0..<2))
    #expect(state.conclude(keys[1]) == .elements(2..<3))
  }

  @Test func demand_thatIsLate_getsNothing_andTheNextGetsIt() {
    var state = State()
    let keys = [state.demand(.elements(1), target: 1), state.demand(.elements(1), target: 2)]
    _ = state.record(10)
    #expect(state.due == 1)
    state.answerDue(isInTime: false)
    #expect(state.due == 2)
    state.answerDue(isInTime: true)
    #expect(state.conclude(keys[0]) == nil)
    #expect(state.conclude(keys[1]) == .elements(0..<1))
  }

  @Test func withdrawing_letsTheNextOneIn() {
    var state = State()
    let first = state.demand(.elements(2), target: 1)
    _ = state.demand(.elements(1), target: 2)
    _ = state.record(10)
    #expect(state.conclude(first) == nil)
    #expect(state.due == 2)
  }

  @Test func end_answersEveryDemand_withWhatWasLeft() {
    var state = Self.state(10)
    let keys = [state.demand(.elements(3), target: 1), state.demand(.elements(1), target: 2)]
    state.end(.finished)
    while state.due != nil { state.answerDue(isInTime: true) }
    #expect(state.conclude(keys[0]) == .ended(0..<1, isUnreported: false))
    #expect(state.conclude(keys[1]) == .elements(0..<1))
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

  @Test(arguments: [RecorderWant.end, .nothing])
  func wantingNoElement_meetsWhatIsInTheWay(want: RecorderWant) {
    var state = Self.state(10, 20)
    _ = state.take(1)
    let key = state.demand(want, target: 1)
    #expect(state.due == 1)
    state.answerDue(isInTime: true)
    #expect(state.conclude(key) == .unexpected(1..<2))
    #expect(state.unconsumed == 1..<2, "it is shown, not consumed")
    let left = state.close()
    #expect(left.elements.isEmpty, "and not shown again")
  }

  @Test func error_isNewsOnce() {
    var state = Self.state(end: .failed("refused"))
    for isUnreported in [true, false] {
      let key = state.demand(.nothing, target: 1)
      state.answerDue(isInTime: true)
      #expect(state.conclude(key) == .ended(0..<0, isUnreported: isUnreported))
    }
    let left = state.close()
    #expect(!left.hasError)
  }

  @Test func close_returnsUnconsumedEvents() {
    var state = Self.state(10, 20, 30, end: .failed("refused"))
    _ = state.take(1)
    let left = state.close()
    #expect(left.elements == 1..<3)
    #expect(left.hasError)
    let isTaken = state.record(40)
    #expect(isTaken, "events after the close are ignored")
    #expect(state.elements.count == 3)
  }

  @Test func close_afterAFailureThatShowedAll_orADismissal_tellsNothing() {
    var state = Self.state(10, 20)
    #expect(state.takeUnreported() == 0..<2)
    _ = state.record(30)
    let left = state.close()
    #expect(left.elements == 2..<3)
    var dismissed = Self.state(10, end: .failed("refused"))
    dismissed.dismiss()
    let nothing = dismissed.close()
    #expect(nothing.elements.isEmpty && !nothing.hasError)
  }
}
