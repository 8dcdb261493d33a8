import Testing

@testable import Expectations

/// What the machine knows beforehand. That it does then what it has promised is shown by the interleavings.
@Suite struct TriggerTests {
  private final class Script {
    var machine = WaitMachine<Int, Int>()

    func begin(
      _ expectations: SlotKey..., rule: WaitRule = .all, waiter: Int = 7, endsWithSuccess: Bool = true
    ) -> SlotKey? {
      let deadline = Instant(nanoseconds: 100)
      let beginning = machine.begin(
        Few(all: expectations.map { WaitMember(expectation: $0) }),
        terms: WaitTerms(
          rule: rule, endsWithSuccess: endsWithSuccess, place: 3, deadline: deadline, quietEnd: deadline),
        waiter: waiter, at: Instant(nanoseconds: 10))
      if case .pending(let wait, _) = beginning { return wait }
      return nil
    }

    func fulfill(_ expectation: SlotKey, at instant: Int64 = 20, isError: Bool = false) {
      _ = machine.fulfill(expectation, at: Instant(nanoseconds: instant), place: 0, isError: isError)
    }

    func acknowledge(_ expectation: SlotKey) -> Bool { machine.acknowledge(expectation, at: 3) }

    func pull(_ expectation: SlotKey, at instant: Int64 = 50) -> Trigger<Int>? {
      machine.pull(expectation, at: Instant(nanoseconds: instant))
    }
  }

  private let script = Script()

  private func admit(_ bounds: FulfillmentBounds = .once) -> SlotKey { script.machine.admit(bounds) }

  private func trigger(first: Int? = nil) -> Trigger<Int> {
    Trigger(waiter: 7, deadline: Instant(nanoseconds: 100), kind: .completed(first: first))
  }

  @Test func aloneInAWait_isSet_once() {
    let one = admit()
    _ = script.begin(one)
    #expect(script.pull(one) == trigger())
    #expect(script.pull(one) == nil)
  }

  @Test func aloneInAWaitForAny_namesItself() {
    let one = admit()
    _ = script.begin(one, rule: .any)
    #expect(script.pull(one) == trigger(first: 0))
  }

  @Test(arguments: [(100, true), (101, false)] as [(Int64, Bool)])
  func atTheDeadline_isPulled_afterItIsNot(instant: Int64, isPulled: Bool) {
    let one = admit()
    _ = script.begin(one)
    #expect((script.pull(one, at: instant) != nil) == isPulled)
  }

  @Test func severalWanted_isSetForTheLast() {
    let three = admit(FulfillmentBounds(3...5))
    _ = script.begin(three)
    for _ in 0..<2 {
      #expect(script.pull(three) == nil)
      script.fulfill(three)
    }
    #expect(script.pull(three) == trigger())
  }

  @Test func whereMoreIsToBeDecided_isNotSet() {
    let (nobodys, reported, beside, other, shared, failed, forbidden) = (
      admit(), admit(), admit(), admit(), admit(), admit(FulfillmentBounds(exactly: 2)), admit(.never)
    )
    _ = script.begin(reported, endsWithSuccess: false)
    _ = script.begin(beside, other)
    _ = script.begin(shared)
    _ = script.begin(shared, waiter: 8)
    script.fulfill(failed)
    script.fulfill(failed, isError: true)
    _ = script.begin(failed)
    _ = script.begin(forbidden)
    for expectation in [nobodys, reported, beside, other, shared, failed, forbidden] {
      #expect(script.pull(expectation) == nil)
    }
  }

  @Test func error_leavesNothingThatCouldComplete() {
    var state = ExpectationState<Int>(bounds: FulfillmentBounds(exactly: 3))
    state.join(Membership(wait: admit(), position: 0, rank: 0))
    for isError in [false, true] {
      _ = state.fulfill(Fulfillment(instant: Instant(nanoseconds: 20), place: 0, isError: isError))
    }
    #expect(state.waitOfTheNext == nil)
  }

  @Test func decidedWait_takesItAway() throws {
    let one = admit()
    let wait = try #require(script.begin(one))
    _ = script.machine.cancel(wait, at: Instant(nanoseconds: 20))
    #expect(script.pull(one) == nil)
  }

  // MARK: What is complete

  @Test func acknowledgement_countsAsAWait() {
    let one = admit()
    script.fulfill(one)
    #expect(script.acknowledge(one))
    #expect(script.machine.expectations[one].isAwaited)
    #expect(script.machine.expectations[one].lastWait?.place == 3)
  }

  @Test func acknowledgement_isForWhatNeedsNoWord() {
    let (missing, surplus, failed, forbidden) = (admit(), admit(), admit(FulfillmentBounds(1...2)), admit(.never))
    script.fulfill(surplus)
    script.fulfill(surplus)
    script.fulfill(failed)
    script.fulfill(failed, isError: true)
    for expectation in [missing, surplus, failed, forbidden] {
      #expect(!script.acknowledge(expectation))
      #expect(!script.machine.expectations[expectation].isAwaited)
    }
  }
}

/// What the machine is told later, nobody misses.
@Suite struct EngineStateTests {
  private final class NoWaiter: Waiter {
    func unpark(_ decision: Decision) {}
  }

  private final class Box {
    var state = EngineState()
    var machine: Engine.Machine { state.machine }

    func fulfill(
      _ expectation: SlotKey, isError: Bool = false, isSurplusWanted: Bool = true, _ effects: inout Engine.TimedEffects?
    ) -> Engine.Success? {
      let place = FulfillmentPlace(site: nil, thread: .main)
      return state.fulfill(expectation, at: place, isError: isError, isSurplusWanted: isSurplusWanted, &effects)
    }
  }

  private let box = Box()
  private let place = FulfillmentPlace(site: nil, thread: .main)

  private func begin(_ expectation: SlotKey, inside outer: SlotKey? = nil) -> SlotKey? {
    let now = box.state.tick().fair
    let deadline = now.advanced(by: 60_000_000_000)
    let beginning = box.state.machine.begin(
      [WaitMember(expectation: expectation)],
      terms: WaitTerms(
        rule: .all, endsWithSuccess: true, place: place, deadline: deadline, quietEnd: deadline, outer: outer),
      waiter: NoWaiter(), at: now)
    if case .pending(let wait, _) = beginning { return wait }
    return nil
  }

  @Test func fulfillmentThatEndsAWait_isSeenByWhoeverAsks() throws {
    let one = box.state.machine.admit(.once)
    let wait = try #require(begin(one))
    var effects: Engine.TimedEffects?
    let fulfilled = box.fulfill(one, &effects)
    let success = try #require(fulfilled)
    #expect(effects?.effects == nil)
    #expect(!box.machine.waits.contains(wait))
    let state = box.machine.expectations[one]
    #expect(state.completedAt == success.verdict.instant)
    #expect(state.count == 1)
    #expect(state.isAwaited)
  }

  @Test(arguments: [[1, 2], [2, 1]]) func twoThatEndWaits_beforeAnybodyAsks_areBothSeen(order: [Int]) throws {
    let keys = (0..<4).map { _ in box.state.machine.admit(.once) }
    var waits: [SlotKey] = []
    for key in keys { waits.append(try #require(begin(key, inside: waits.last))) }
    var effects: Engine.TimedEffects?
    var instants: [Instant] = []
    for position in order {
      let fulfilled = box.fulfill(keys[position], &effects)
      instants.append(try #require(fulfilled).verdict.instant)
    }
    #expect(effects?.effects == nil)
    #expect(order.map { box.machine.expectations[keys[$0]].completedAt } == instants)
    #expect(instants[0] < instants[1])
    // Those that go on have become neighbours.
    #expect(box.machine.waits.count == 2)
    #expect(box.machine.waits[waits[0]].inner == waits[3])
    #expect(box.machine.waits[waits[3]].outer == waits[0])
  }

  @Test func fulfillmentTooMany_rightAfterOneThatEndedAWait_isTheSecond() throws {
    let one = box.state.machine.admit(.once)
    _ = begin(one)
    var effects: Engine.TimedEffects?
    let fulfilled = box.fulfill(one, &effects)
    let success = try #require(fulfilled)
    let second = box.fulfill(one, &effects)
    #expect(second == nil)
    guard case .surplus(let surplus, _)? = effects?.notice else {
      Issue.record("it is not one too many")
      return
    }
    #expect(surplus.allowed?.instant == success.verdict.instant)
    #expect(surplus.extra.instant > success.verdict.instant)
  }

  @Test func surplusThatIsNotWanted_isNotCounted() {
    let one = box.state.machine.admit(.once)
    var effects: Engine.TimedEffects?
    for _ in 0..<2 { _ = box.fulfill(one, isSurplusWanted: false, &effects) }
    #expect(box.machine.expectations[one].count == 1)
  }

  @Test func error_endsAWaitByTheMachine() {
    let one = box.state.machine.admit(.once)
    _ = begin(one)
    var effects: Engine.TimedEffects?
    let success = box.fulfill(one, isError: true, &effects)
    #expect(success == nil)
    #expect(effects?.effects.wake.count == 1)
  }

  @Test func dismissedWait_andReleasedExpectation_areGone() throws {
    let one = box.state.machine.admit(.once)
    let wait = try #require(begin(one))
    box.state.dismiss(wait)
    box.state.release(one)
    #expect(!box.machine.waits.contains(wait))
    #expect(!box.machine.expectations.contains(one))
  }

  @Test func dismissedWait_whoseTimeIsOver_isGone() throws {
    let one = box.state.machine.admit(.once)
    let wait = try #require(begin(one))
    _ = box.state.machine.timeUp(wait, at: box.state.tick().fair)
    box.state.dismiss(wait)
    #expect(box.machine.waits.count == 0)
  }

  /// As a run loop of a thread that has ended may, with what is in it.
  private final class TouchyWaiter: Waiter {
    func unpark(_ decision: Decision) {}
    deinit { Engine.state.withLock { _ = $0.tick() } }
  }

  @Test(arguments: [true, false]) func waiter_isReleasedOutsideTheLock(isFulfilled: Bool) throws {
    let pulse = Pulse("a pulse", at: CallSite(fileID: "M/F.swift", filePath: "/F.swift", line: 1, column: 1))
    let key = Engine.state.withLock { state in
      let now = state.tick().fair
      let deadline = now.advanced(by: 60_000_000_000)
      let expectation = pulse.core.key(in: &state)
      let beginning = state.machine.begin(
        [WaitMember(expectation: expectation)],
        terms: WaitTerms(rule: .all, endsWithSuccess: true, place: place, deadline: deadline, quietEnd: deadline),
        waiter: TouchyWaiter(), at: now)
      return if case .pending(let key, _) = beginning { key } else { nil as SlotKey? }
    }
    let wait = try #require(key)
    // Either way, only the machine holds the waiter when it hears of the end.
    if isFulfilled { pulse.send() } else { Engine.state.withLock { $0.dismiss(wait) } }
    #expect(!Engine.isLive(wait))
  }
}
