import Testing

@testable import Expectations

/// What the machine knows of waits that have ended, and of expectations whose wait has ended.
@Suite struct EndedWaitTests {
  private final class Box {
    var machine = Machine()
    var now: Int64 = 0
  }

  private let box = Box()

  private func tick() -> MonotonicInstant {
    box.now += 1
    return MonotonicInstant(nanoseconds: box.now)
  }

  private func register() -> SlotKey { box.machine.register(.once) }

  private func begin(_ expectation: SlotKey, waiter: WaiterReference = 7, inside outer: SlotKey? = nil) -> SlotKey? {
    let deadline = MonotonicInstant(nanoseconds: 1000)
    let parameters = WaitParameters(
      rule: .all, endsOnSuccess: true, place: 3, deadline: deadline, invertedDeadline: deadline, outer: outer)
    let members: TinyArray = [WaitMember(expectation: expectation)]
    let beginning = box.machine.begin(members, parameters: parameters, waiter: waiter, at: tick())
    if case .pending(let wait, _) = beginning { return wait }
    return nil
  }

  private func isLive(_ wait: SlotKey) -> Bool { box.machine.isLive(wait) }

  private func fulfill(_ expectation: SlotKey, isError: Bool = false, countsSurplus: Bool = true) -> Action {
    box.machine.fulfill(expectation, at: tick(), place: 0, isError: isError, countsSurplus: countsSurplus)
  }

  private func success(of waiter: WaiterReference = 7, at instant: Int64) -> Action {
    let verdict = Verdict(kind: .completed(first: nil), instant: MonotonicInstant(nanoseconds: instant))
    return Action(wakeups: [Wakeup(waiter: waiter, success: verdict)])
  }

  @Test func fulfillmentThatEndsAWait_isSeenByAllWhoAsk() throws {
    let one = register()
    let wait = try #require(begin(one))
    #expect(fulfill(one) == success(at: 2))
    #expect(!isLive(wait))
    #expect(box.machine.wait(wait) == nil)
    let state = box.machine.state(of: one)
    #expect(state.completedAt == MonotonicInstant(nanoseconds: 2))
    #expect(state.count == 1)
    #expect(state.isAwaited)
  }

  @Test(arguments: [[1, 2], [2, 1]]) func twoThatEndWaits_areBothSeen(order: [Int]) throws {
    let keys = (0..<4).map { _ in register() }
    var waits: [SlotKey] = []
    for (waiter, key) in keys.enumerated() {
      waits.append(try #require(begin(key, waiter: WaiterReference(waiter), inside: waits.last)))
    }
    #expect(fulfill(keys[order[0]]) == success(of: WaiterReference(order[0]), at: 5))
    #expect(fulfill(keys[order[1]]) == success(of: WaiterReference(order[1]), at: 6))
    #expect(order.map { box.machine.state(of: keys[$0]).completedAt?.nanoseconds } == [5, 6])
    // The expectations that continue have become neighbors.
    #expect(box.machine.waits.count == 2)
    #expect(box.machine.waits[waits[0]].inner == waits[3])
    #expect(box.machine.waits[waits[3]].outer == waits[0])
  }

  @Test func fulfillmentTooMany_rightAfterOneThatEndedAWait_isTheSecond() throws {
    let one = register()
    _ = begin(one)
    _ = fulfill(one)
    guard case .surplus(let surplus, _)? = fulfill(one).stray else {
      Issue.record("it is not one too many")
      return
    }
    #expect(surplus.lastAllowed?.instant == MonotonicInstant(nanoseconds: 2))
    #expect(surplus.fulfillment.instant == MonotonicInstant(nanoseconds: 3))
  }

  @Test func surplusThatDoesNotCount_changesNothing() {
    let one = register()
    for _ in 0..<2 { #expect(fulfill(one, countsSurplus: false) == Action()) }
    #expect(box.machine.state(of: one).count == 1)
  }

  @Test func error_endsAWaitAtOnce() {
    let one = register()
    _ = begin(one)
    #expect(fulfill(one, isError: true) == Action(wakeups: [Wakeup(waiter: 7, success: nil)]))
  }

  @Test func abandonedWait_isGone_andItsActionKeepsTheWaiter() throws {
    let wait = try #require(begin(register()))
    #expect(box.machine.abandon(wait, at: tick()) == Action(wakeups: [Wakeup(waiter: 7, success: nil)]))
    #expect(!isLive(wait))
    #expect(box.machine.abandon(wait, at: tick()) == Action())
  }

  @Test func abandonedWait_whoseTimeIsOver_isGone() throws {
    let wait = try #require(begin(register()))
    #expect(box.machine.timeUp(wait, at: tick()).wakeups.count == 1)
    #expect(box.machine.abandon(wait, at: tick()) == Action())
    #expect(box.machine.waits.count == 0)
  }

  @Test func discardedExpectation_isGone() {
    let one = register()
    box.machine.discard(one)
    #expect(!box.machine.expectations.contains(one))
  }
}
