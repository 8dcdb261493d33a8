import Testing

@testable import Expectations

/// The decisions that the machine makes in advance. The interleavings show that the core then decides the same.
@Suite struct DirectWakeupTests {
  private final class Script {
    var machine = MachineCore()

    func begin(
      _ expectations: SlotKey..., rule: WaitRule = .all, waiter: WaiterReference = 7, endsOnSuccess: Bool = true
    ) -> SlotKey? {
      let deadline = MonotonicInstant(nanoseconds: 100)
      let beginning = machine.begin(
        TinyArray(all: expectations.map { WaitMember(expectation: $0) }),
        parameters: WaitParameters(
          rule: rule, endsOnSuccess: endsOnSuccess, place: 3, deadline: deadline, invertedDeadline: deadline),
        waiter: waiter, at: MonotonicInstant(nanoseconds: 10))
      if case .pending(let wait, _) = beginning { return wait }
      return nil
    }

    func fulfill(_ expectation: SlotKey, at instant: Int64 = 20, isError: Bool = false) {
      _ = machine.fulfill(expectation, at: MonotonicInstant(nanoseconds: instant), place: 0, isError: isError)
    }

    func take(_ expectation: SlotKey, at instant: Int64 = 50) -> DirectWakeup? {
      machine.takeDirectWakeup(of: expectation, at: MonotonicInstant(nanoseconds: instant))
    }
  }

  private let script = Script()

  private func register(_ bounds: FulfillmentBounds = .once) -> SlotKey { script.machine.register(bounds) }

  private func direct(first: Int? = nil) -> DirectWakeup {
    DirectWakeup(waiter: 7, deadline: MonotonicInstant(nanoseconds: 100), kind: .completed(first: first))
  }

  @Test func aloneInAWait_isSet_once() {
    let one = register()
    _ = script.begin(one)
    #expect(script.take(one) == direct())
    #expect(script.take(one) == nil)
  }

  @Test func aloneInAWaitForAny_namesItself() {
    let one = register()
    _ = script.begin(one, rule: .any)
    #expect(script.take(one) == direct(first: 0))
  }

  @Test(arguments: [(100, true), (101, false)] as [(Int64, Bool)])
  func atTheDeadline_isTaken_afterItIsNot(instant: Int64, isTaken: Bool) {
    let one = register()
    _ = script.begin(one)
    #expect((script.take(one, at: instant) != nil) == isTaken)
  }

  @Test func severalWanted_isSetForTheLast() {
    let three = register(FulfillmentBounds(3...5))
    _ = script.begin(three)
    for _ in 0..<2 {
      #expect(script.take(three) == nil)
      script.fulfill(three)
    }
    #expect(script.take(three) == direct())
  }

  @Test func whereMoreIsToBeDecided_isNotSet() {
    let (alone, reported, beside, other, shared, failed, forbidden) = (
      register(), register(), register(), register(), register(), register(FulfillmentBounds(exactly: 2)),
      register(.never)
    )
    _ = script.begin(reported, endsOnSuccess: false)
    _ = script.begin(beside, other)
    _ = script.begin(shared)
    _ = script.begin(shared, waiter: 8)
    script.fulfill(failed)
    script.fulfill(failed, isError: true)
    _ = script.begin(failed)
    _ = script.begin(forbidden)
    for expectation in [alone, reported, beside, other, shared, failed, forbidden] {
      #expect(script.take(expectation) == nil)
    }
  }

  @Test func error_leavesNothingThatCouldComplete() {
    var state = ExpectationState(bounds: FulfillmentBounds(exactly: 3))
    state.join(Membership(wait: register(), position: 0, rank: 0))
    for isError in [false, true] {
      _ = state.fulfill(Fulfillment(instant: MonotonicInstant(nanoseconds: 20), place: 0, isError: isError))
    }
    #expect(state.waitCompletedByNextFulfillment == nil)
  }

  @Test func decidedWait_takesItAway() throws {
    let one = register()
    let wait = try #require(script.begin(one))
    _ = script.machine.cancel(wait, at: MonotonicInstant(nanoseconds: 20))
    #expect(script.take(one) == nil)
  }
}
