import Testing

@testable import Expectations

@Suite struct ClockStateTests {
  private typealias State = ClockState<String, String>

  private var state = State()

  @discardableResult
  private mutating func sleep(_ name: String, until instant: Int64, task: UInt64? = nil) -> [String]? {
    state.sleep(state.nextNumber(), name, until: Instant(nanoseconds: instant), task: task)
  }

  private mutating func wakeAll(at instant: Int64) -> [String] {
    state.jump(to: Instant(nanoseconds: instant))
    var woken: [String] = []
    while let sleeper = state.popDue() { woken.append(sleeper) }
    return woken
  }

  @Test mutating func sleepers_whoseInstantHasCome_wakeInItsOrder() {
    sleep("c", until: 30)
    sleep("a", until: 10)
    sleep("d", until: 31)
    sleep("b", until: 20)
    #expect(wakeAll(at: 30) == ["a", "b", "c"])
    #expect(state.count == 1)
    #expect(wakeAll(at: 31) == ["d"])
  }

  @Test mutating func sleepers_ofOneInstant_wakeInTheOrderOfArrival() {
    for name in ["a", "b", "c", "d", "e"] { sleep(name, until: 10) }
    #expect(wakeAll(at: 10) == ["a", "b", "c", "d", "e"])
  }

  @Test mutating func jump_backwards_changesNothing() {
    state.jump(to: Instant(nanoseconds: 10))
    state.jump(to: Instant(nanoseconds: 5))
    #expect(state.now == Instant(nanoseconds: 10))
  }

  @Test mutating func lastInstant_isThatOfTheLastSleeper_andNeverPast() {
    #expect(state.last == Instant(nanoseconds: 0))
    sleep("a", until: 10)
    sleep("b", until: 20)
    #expect(state.last == Instant(nanoseconds: 20))
    // Another thread has moved the clock, but has not woken the sleepers yet.
    state.jump(to: Instant(nanoseconds: 30))
    #expect(state.last == Instant(nanoseconds: 30))
  }

  @Test mutating func wokenTask_afterTheNextJump_seesTheTimeOfTheClock() {
    sleep("once", until: 1, task: 7)
    #expect(wakeAll(at: 3) == ["once"])
    state.jump(to: Instant(nanoseconds: 5))
    #expect(state.now(for: 7) == Instant(nanoseconds: 5))
  }

  @Test mutating func request_isReachedOnce_whenThereAreEnough() {
    #expect(state.add("none", state.nextNumber(), for: 0) == true)
    #expect(state.add("two", state.nextNumber(), for: 2) == false)
    #expect(sleep("a", until: 5) == [])
    #expect(sleep("b", until: 5) == ["two"])
    #expect(sleep("c", until: 5) == [])
  }

  @Test mutating func request_thatWasRemoved_isNotReached() {
    let number = state.nextNumber()
    #expect(state.add("one", number, for: 1) == false)
    #expect(state.removeRequest(number) == "one")
    #expect(sleep("a", until: 5) == [])
  }
}
