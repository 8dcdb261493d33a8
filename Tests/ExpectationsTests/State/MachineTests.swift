import Testing

@testable import Expectations

/// Scripts for the state machine: waiters and places are numbers, and instants are given.
@Suite struct MachineTests {
  private final class Box {
    var machine = Machine()
  }

  private let box = Box()
  private var machine: Machine {
    get { box.machine }
    nonmutating _modify { yield &box.machine }
  }

  private func at(_ instant: Int64) -> MonotonicInstant { MonotonicInstant(nanoseconds: instant) }

  private func start(
    _ expectations: [SlotKey], rule: WaitRule = .all, deadline: Int64 = 100, invertedDeadline: Int64 = 100,
    waiter: WaiterReference = 7,
    outer: SlotKey? = nil, now: Int64 = 10, endsOnSuccess: Bool = false
  ) -> WaitStart {
    machine.begin(
      TinyArray(all: expectations.map { WaitMember(expectation: $0) }),
      parameters: WaitParameters(
        rule: rule, endsOnSuccess: endsOnSuccess, place: 0, deadline: at(deadline),
        invertedDeadline: at(invertedDeadline),
        outer: outer),
      waiter: waiter, at: at(now))
  }

  /// Begins a wait that is not decided at once.
  private func begin(
    _ expectations: [SlotKey], rule: WaitRule = .all, deadline: Int64 = 100, invertedDeadline: Int64 = 100,
    waiter: WaiterReference = 7,
    outer: SlotKey? = nil, now: Int64 = 10, endsOnSuccess: Bool = false
  ) throws -> SlotKey {
    let result = start(
      expectations, rule: rule, deadline: deadline, invertedDeadline: invertedDeadline, waiter: waiter, outer: outer,
      now: now,
      endsOnSuccess: endsOnSuccess)
    guard case .pending(let wait, _) = result else { throw Unexpected(start: result) }
    return wait
  }

  private struct Unexpected: Error {
    var start: WaitStart
  }

  /// The verdict of a wait that is decided at once.
  private func decided(_ start: WaitStart) -> Verdict.Kind? {
    if case .ended(let verdict) = start { verdict.kind } else { nil }
  }

  private func kind(_ wait: SlotKey) -> Verdict.Kind? { machine.waits[wait].verdict?.kind }

  @Test func fulfill_whileWaiting_wakesTheWaiter() throws {
    let one = machine.register(.once)
    let wait = try begin([one])
    #expect(kind(wait) == nil)
    #expect(machine.fulfill(one, at: at(20), place: 1) == Action(wakeups: [7]))
    #expect(machine.end(wait) == Verdict(kind: .completed(first: nil), instant: at(20)))
  }

  @Test func begin_onWhatIsComplete_isDecidedBeforeTheClockIsLookedAt() throws {
    let one = machine.register(.once)
    _ = machine.fulfill(one, at: at(5), place: 1)
    #expect(decided(start([one], deadline: 10)) == .completed(first: nil))
  }

  @Test func begin_withoutTime_timesOutAtOnce() throws {
    #expect(decided(start([machine.register(.once)], deadline: 10)) == .timedOut)
  }

  @Test(arguments: [(100, Verdict.Kind.completed(first: nil)), (101, .timedOut)] as [(Int64, Verdict.Kind)])
  func fulfill_atTheDeadline_passes_andAfterItDoesNot(instant: Int64, kind expected: Verdict.Kind) throws {
    let one = machine.register(.once)
    let wait = try begin([one])
    #expect(machine.fulfill(one, at: at(instant), place: 1).wakeups == [7])
    #expect(kind(wait) == expected)
  }

  @Test func expire_early_changesNothing_andTellsWhenToLookAgain() throws {
    let wait = try begin([machine.register(.once)])
    #expect(machine.expire(wait, at: at(100)) == Action(nextCheck: at(100)))
    #expect(machine.expire(wait, at: at(101)) == Action(wakeups: [7]))
    #expect(machine.expire(wait, at: at(102)) == Action())
  }

  @Test func expire_ofAWaitThatIsOver_isNothing() throws {
    let wait = try begin([machine.register(.once)])
    _ = machine.cancel(wait, at: at(20))
    _ = machine.end(wait)
    #expect(machine.expire(wait, at: at(200)) == Action())
    #expect(machine.cancel(wait, at: at(201)) == Action())
    // The slot is in use again: the old key still finds nothing.
    let other = try begin([machine.register(.once)], deadline: 400, now: 210)
    #expect(other != wait)
    #expect(machine.expire(wait, at: at(300)) == Action())
  }

  @Test func cancel_whileWaiting_wakesOnce() throws {
    let wait = try begin([machine.register(.once)])
    #expect(machine.cancel(wait, at: at(20)).wakeups == [7])
    #expect(machine.cancel(wait, at: at(21)).wakeups == [])
    #expect(kind(wait) == .cancelled)
  }

  @Test func fulfill_inTwoWaits_wakesBoth_eachWithItsOwnVerdict() throws {
    let one = machine.register(.once)
    let first = try begin([one], deadline: 50, waiter: 1)
    let second = try begin([one], deadline: 100, waiter: 2)
    #expect(machine.fulfill(one, at: at(70), place: 1).wakeups == [1, 2])
    #expect(kind(first) == .timedOut)
    #expect(kind(second) == .completed(first: nil))
  }

  @Test func sameExpectation_twiceInOneWait_countsOnce() throws {
    let one = machine.register(.once)
    let wait = try begin([one, one], rule: .allInOrder)
    #expect(machine.fulfill(one, at: at(20), place: 1).wakeups == [7])
    #expect(kind(wait) == .completed(first: nil))
  }

  @Test func sameExpectation_twiceInOrder_keepsItsFirstPlace() throws {
    let (one, two) = (machine.register(.once), machine.register(.once))
    let wait = try begin([one, two, one], rule: .allInOrder)
    _ = machine.fulfill(one, at: at(20), place: 1)
    #expect(machine.fulfill(two, at: at(21), place: 2).wakeups == [7])
    #expect(kind(wait) == .completed(first: nil))
    #expect(decided(start([one, two, one], rule: .allInOrder, now: 30)) == .completed(first: nil))
  }

  @Test func emptyList_isDecidedAtOnce() throws {
    #expect(decided(start([])) == .empty)
  }

  // MARK: Ended by success

  @Test func success_ofAWaitThatEndsWithIt_leavesNothingOfTheWait() throws {
    let one = machine.register(.once)
    let wait = try begin([one], endsOnSuccess: true)
    let success = Verdict(kind: .completed(first: nil), instant: at(20))
    #expect(machine.fulfill(one, at: at(20), place: 1).wakeups == [Wakeup(waiter: 7, success: success)])
    #expect(!machine.waits.contains(wait))
    #expect(machine.expire(wait, at: at(200)) == Action())
    #expect(machine.state(of: one).memberships == [])
    #expect(machine.release(one) == nil)
  }

  @Test func surplus_beforeTheSuccess_keepsTheWaitForItsWaiter() throws {
    let (one, two) = (machine.register(.once), machine.register(.once))
    let wait = try begin([one, two], endsOnSuccess: true)
    for expectation in [one, one] { _ = machine.fulfill(expectation, at: at(20), place: 1) }
    #expect(machine.fulfill(two, at: at(22), place: 3).wakeups == [7])
    #expect(machine.end(wait).reportedSurpluses == [0])
  }

  @Test func timeout_keepsTheWaitForItsWaiter() throws {
    let wait = try begin([machine.register(.once)], endsOnSuccess: true)
    #expect(machine.expire(wait, at: at(101)).wakeups == [7])
    #expect(machine.end(wait).kind == .timedOut)
  }

  @Test func inner_ofAWaitThatIsOver_goesOnByItself() throws {
    let (one, two) = (machine.register(.once), machine.register(.once))
    let outer = try begin([one], waiter: 1, endsOnSuccess: true)
    _ = machine.fulfill(one, at: at(20), place: 1)
    let inner = try begin([two], waiter: 2, outer: outer, now: 30)
    // The wait that takes the slot of the outer wait is unrelated to the inner wait.
    let other = try begin([machine.register(.once)], deadline: 50, now: 31)
    _ = machine.expire(other, at: at(51))
    #expect(kind(inner) == nil)
    #expect(machine.fulfill(two, at: at(60), place: 2).wakeups == [2])
    #expect(machine.end(inner).kind == .completed(first: nil))
  }

  // MARK: Surplus

  @Test func surplus_duringTheWait_isJudgedAtItsEnd_once() throws {
    let (one, two) = (machine.register(.once), machine.register(.once))
    let wait = try begin([one, two])
    _ = machine.fulfill(one, at: at(20), place: 1)
    #expect(machine.fulfill(one, at: at(21), place: 2) == Action())
    #expect(machine.fulfill(two, at: at(22), place: 3).wakeups == [7])
    #expect(
      machine.end(wait)
        == Verdict(kind: .completed(first: nil), instant: at(22), sawSurplus: true, reportedSurpluses: [0]))
    // A second wait sees the surplus, and does not report it again.
    guard case .ended(let again) = start([one], now: 30) else { throw Unexpected(start: start([one])) }
    #expect(again.sawSurplus)
    #expect(again.reportedSurpluses == [])
  }

  @Test func surplus_afterTheVerdict_doesNotChangeIt_andSpeaksForItself() throws {
    let one = machine.register(.once)
    let wait = try begin([one])
    _ = machine.fulfill(one, at: at(20), place: 1)
    let stray = machine.fulfill(one, at: at(21), place: 2).stray
    guard case .surplus(let surplus, _)? = stray else {
      Issue.record("the surplus is not reported")
      return
    }
    #expect(surplus.lastAllowed?.place == 1)
    #expect(surplus.fulfillment.place == 2)
    #expect(
      machine.end(wait)
        == Verdict(kind: .completed(first: nil), instant: at(20), sawSurplus: false, reportedSurpluses: []))
    #expect(machine.fulfill(one, at: at(30), place: 3) == Action())
  }

  @Test func surplus_withoutAWait_staysWithTheExpectation() throws {
    let one = machine.register(.once)
    _ = machine.fulfill(one, at: at(1), place: 1)
    #expect(machine.fulfill(one, at: at(2), place: 2) == Action())
    let state = machine.release(one)
    #expect(state?.isSurplusReported == false)
    #expect(state?.isAwaited == false)
  }

  @Test func release_ofWhatHasNothingToReport_returnsNothing() throws {
    let one = machine.register(.once)
    let wait = try begin([one], deadline: 50)
    _ = machine.expire(wait, at: at(60))
    _ = machine.end(wait)
    #expect(machine.release(one) == nil)
    #expect(!machine.expectations.contains(one))
  }

  @Test func release_ofWhatNoWaitWasFor_orCameTwice_returnsItsState() throws {
    #expect(machine.release(machine.register(.once))?.isAwaited == false)
    let two = machine.register(.once)
    machine.markRead(two)
    for instant: Int64 in [80, 81] { _ = machine.fulfill(two, at: at(instant), place: 1) }
    #expect(machine.release(two)?.hasUnreportedSurplus == true)
    #expect(!machine.expectations.contains(two))
  }

  @Test func begin_onWhatIsComplete_countsAsAWait_andMakesNoWaiter() throws {
    let one = machine.register(.once)
    _ = machine.fulfill(one, at: at(5), place: 1)
    var isMade = false
    func makeWaiter() -> WaiterReference {
      isMade = true
      return 7
    }
    let parameters = WaitParameters(rule: .all, place: 3, deadline: at(100), invertedDeadline: at(100))
    let start = machine.begin(
      [WaitMember(expectation: one)], parameters: parameters, waiter: makeWaiter(), at: at(10))
    #expect(start == .ended(Verdict(kind: .completed(first: nil), instant: at(10))))
    #expect(!isMade)
    #expect(machine.state(of: one).isAwaited)
    #expect(machine.state(of: one).lastWait == EndedWait(place: 3, started: at(10), deadline: at(100), hasSlept: false))
  }

  @Test func cancelledWait_leavesTheSurplusToOthers() throws {
    let (one, two) = (machine.register(.once), machine.register(.once))
    let wait = try begin([one, two])
    _ = machine.fulfill(one, at: at(20), place: 1)
    _ = machine.fulfill(one, at: at(21), place: 2)
    _ = machine.cancel(wait, at: at(22))
    #expect(machine.end(wait).reportedSurpluses == [])
    #expect(machine.release(one)?.isSurplusReported == false)
  }

  // MARK: Inverted expectations

  @Test func quiet_lastsItsWindow() throws {
    let wait = try begin([machine.register(.never)])
    #expect(kind(wait) == nil)
    #expect(machine.expire(wait, at: at(100)).wakeups == [])
    #expect(machine.expire(wait, at: at(101)).wakeups == [7])
    #expect(kind(wait) == .completed(first: nil))
  }

  @Test func quiet_thatHappens_endsTheWaitAtOnce() throws {
    let never = machine.register(.never)
    let wait = try begin([never, machine.register(.once)])
    #expect(machine.fulfill(never, at: at(20), place: 1).wakeups == [7])
    #expect(kind(wait) == .forbidden(0))
    #expect(machine.end(wait).reportedSurpluses == [0])
  }

  @Test func quiet_upToTwo_endsOnTheThird() throws {
    let few = machine.register(FulfillmentBounds(0...2))
    let wait = try begin([few])
    #expect(machine.fulfill(few, at: at(20), place: 1).wakeups == [])
    #expect(machine.fulfill(few, at: at(21), place: 2).wakeups == [])
    #expect(machine.fulfill(few, at: at(22), place: 3).wakeups == [7])
    #expect(kind(wait) == .forbidden(0))
  }

  @Test func quietBesideWanted_endsWhenBothAreOver() throws {
    let (one, never) = (machine.register(.once), machine.register(.never))
    let windowFirst = try begin([one, never], deadline: 200, invertedDeadline: 50, waiter: 1)
    #expect(machine.expire(windowFirst, at: at(51)) == Action(nextCheck: at(200)))
    let deadlineFirst = try begin([one, never], deadline: 100, invertedDeadline: 300, waiter: 2, now: 60)
    #expect(machine.fulfill(one, at: at(70), place: 1).wakeups == [1])
    #expect(machine.expire(deadlineFirst, at: at(101)) == Action(nextCheck: at(300)))
    #expect(machine.expire(deadlineFirst, at: at(301)).wakeups == [2])
    #expect(kind(deadlineFirst) == .completed(first: nil))
  }

  @Test func quietBesideWanted_isLookedAtWhenTheFirstOfBothIsOver() throws {
    let keys = [machine.register(.once), machine.register(.never)]
    guard case .pending(let wait, nextCheck: at(50)) = start(keys, deadline: 200, invertedDeadline: 50) else {
      Issue.record("the end of the window is not checked")
      return
    }
    // The pending fulfillment comes within the window: no event sets the deadline again, and the end of the window ends
    // the wait.
    _ = machine.fulfill(keys[0], at: at(30), place: 1)
    #expect(machine.expire(wait, at: at(51)).wakeups == [7])
  }

  // MARK: Order, any, errors

  @Test func order_broken_namesBoth_andEndsAtOnce() throws {
    let keys = [machine.register(.once), machine.register(.never), machine.register(.once), machine.register(.once)]
    let wait = try begin(keys, rule: .allInOrder)
    #expect(machine.fulfill(keys[0], at: at(20), place: 1).wakeups == [])
    #expect(machine.fulfill(keys[3], at: at(21), place: 2).wakeups == [7])
    #expect(kind(wait) == .outOfOrder(early: 3, awaited: 2))
  }

  @Test func order_brokenBeforeTheWait_isSeen() throws {
    let (one, two) = (machine.register(.once), machine.register(.once))
    _ = machine.fulfill(two, at: at(1), place: 2)
    #expect(decided(start([one, two], rule: .allInOrder)) == .outOfOrder(early: 1, awaited: 0))
    _ = machine.fulfill(one, at: at(20), place: 1)
    #expect(decided(start([one, two], rule: .allInOrder, now: 30)) == .outOfOrder(early: 1, awaited: 0))
    #expect(decided(start([two, one], rule: .allInOrder, now: 31)) == .completed(first: nil))
  }

  @Test func order_isThatOfTheCompletingFulfillments() throws {
    let (two, one) = (machine.register(FulfillmentBounds(exactly: 2)), machine.register(.once))
    let wait = try begin([one, two], rule: .allInOrder)
    _ = machine.fulfill(two, at: at(20), place: 1)
    _ = machine.fulfill(one, at: at(21), place: 2)
    #expect(machine.fulfill(two, at: at(22), place: 3).wakeups == [7])
    #expect(kind(wait) == .completed(first: nil))
  }

  @Test func any_isTheFirstToBecomeComplete() throws {
    let (one, two) = (machine.register(.once), machine.register(.once))
    let wait = try begin([one, two], rule: .any)
    #expect(machine.fulfill(two, at: at(20), place: 1).wakeups == [7])
    #expect(kind(wait) == .completed(first: 1))
    _ = machine.fulfill(one, at: at(21), place: 1)
    #expect(decided(start([one, two], rule: .any, now: 30)) == .completed(first: 1))
  }

  @Test func error_endsTheWaitAtOnce() throws {
    let (one, two) = (machine.register(.once), machine.register(.once))
    let wait = try begin([one, two])
    #expect(machine.fulfill(two, at: at(20), place: 1, isError: true).wakeups == [7])
    #expect(kind(wait) == .failed(1))
    #expect(decided(start([two], now: 30)) == .failed(0))
  }

  // MARK: Late, nested, and blocked

  @Test func late_isReportedOnce_withTheWaitThatGaveUp() throws {
    let two = machine.register(FulfillmentBounds(exactly: 2))
    let wait = try begin([two])
    _ = machine.expire(wait, at: at(101))
    #expect(machine.fulfill(two, at: at(102), place: 1).stray == nil)  // in the report of the wait
    _ = machine.end(wait)
    let past = EndedWait(place: 0, started: at(10), deadline: at(100))
    let fulfillment = Fulfillment(instant: at(150), place: 2, isError: false)
    #expect(machine.fulfill(two, at: at(150), place: 2).stray == .late(fulfillment, past, completes: true))
  }

  @Test func late_completesTheExpectation_orDoesNot() throws {
    func completes(_ bounds: FulfillmentBounds, isError: Bool = false) throws -> Bool? {
      let expectation = machine.register(bounds)
      let wait = try begin([expectation])
      _ = machine.expire(wait, at: at(101))
      _ = machine.end(wait)
      let stray = machine.fulfill(expectation, at: at(150), place: 1, isError: isError).stray
      guard case .late(_, _, let completes) = stray else { return nil }
      return completes
    }
    #expect(try completes(.once) == true)
    #expect(try completes(FulfillmentBounds(exactly: 2)) == false)
    #expect(try completes(.once, isError: true) == false)
  }

  @Test func outerTimingOut_interruptsWhatRunsInside() throws {
    let (one, two, three) = (machine.register(.once), machine.register(.once), machine.register(.once))
    let outer = try begin([one], deadline: 50, waiter: 1)
    let middle = try begin([two], deadline: 500, waiter: 2, outer: outer)
    let inner = try begin([three], deadline: 500, waiter: 3, outer: middle)
    #expect(machine.expire(outer, at: at(51)).wakeups == [1, 2, 3])
    #expect(kind(middle) == .interrupted)
    #expect(kind(inner) == .interrupted)
    // A wait that begins inside a timed-out wait gets no time, but sees complete expectations.
    _ = machine.end(inner)
    _ = machine.fulfill(three, at: at(60), place: 0)
    #expect(decided(start([three], outer: middle, now: 61)) == .completed(first: nil))
    #expect(decided(start([two], deadline: 500, outer: middle, now: 62)) == .interrupted)
  }

  @Test func successInTheMiddle_doesNotPartTheOuterFromTheInner() throws {
    for isBegunBefore in [true, false] {
      let (one, two, three) = (machine.register(.once), machine.register(.once), machine.register(.once))
      let outer = try begin([one], deadline: 50, waiter: 1)
      let middle = try begin([two], deadline: 500, waiter: 2, outer: outer, endsOnSuccess: true)
      func beginInner(inside outer: SlotKey) throws -> SlotKey {
        try begin([three], deadline: 500, waiter: 3, outer: outer)
      }
      var inner = isBegunBefore ? try beginInner(inside: middle) : nil
      #expect(machine.fulfill(two, at: at(20), place: 0).wakeups.map(\.waiter) == [2])
      inner = try inner ?? beginInner(inside: outer)
      #expect(machine.expire(outer, at: at(51)).wakeups == [1, 3])
      #expect(kind(try #require(inner)) == .interrupted)
    }
  }

  @Test func decidedMiddle_doesNotPartTheOuterFromTheInner() throws {
    let (one, two, three) = (machine.register(.once), machine.register(.once), machine.register(.once))
    let outer = try begin([one], deadline: 50, waiter: 1)
    let middle = try begin([two], deadline: 500, waiter: 2, outer: outer)
    let inner = try begin([three], deadline: 500, waiter: 3, outer: middle)
    _ = machine.fulfill(two, at: at(20), place: 0)
    #expect(machine.expire(outer, at: at(51)).wakeups == [1, 3])
    _ = machine.end(inner)
    #expect(decided(start([three], deadline: 500, outer: middle, now: 60)) == .interrupted)
  }

  @Test func countThatCannotBeMet_endsTheWaitAtOnce() {
    #expect(decided(start([machine.register(FulfillmentBounds(exactly: -1))])) == .impossible(0))
  }

  @Test func signalAlone_endsTheWaitAtOnce() {
    let member = WaitMember(expectation: machine.register(.once), endsInversion: true)
    let parameters = WaitParameters(rule: .all, place: 0, deadline: at(50), invertedDeadline: at(50))
    #expect(decided(machine.begin([member], parameters: parameters, waiter: 1, at: at(10))) == .completed(first: nil))
  }

  @Test func watchingWait_isNoNews_ofWhatItWatches() throws {
    let two = machine.register(.once)
    let parameters = WaitParameters(rule: .any, isPassive: true, place: 0, deadline: at(50), invertedDeadline: at(50))
    func observe(at now: Int64) -> WaitStart {
      machine.begin([WaitMember(expectation: two)], parameters: parameters, waiter: 1, at: at(now))
    }
    guard case .pending(let watching, _) = observe(at: 10) else {
      Issue.record("it does not observe")
      return
    }
    _ = machine.expire(watching, at: at(51))
    _ = machine.end(watching)
    #expect(!machine.expectations[two].isAwaited)
    // No wait has timed out without it, and another wait reports the surplus.
    #expect(machine.fulfill(two, at: at(60), place: 0).stray == nil)
    #expect(machine.fulfill(two, at: at(61), place: 0).stray == nil)
    guard case .ended(let verdict) = observe(at: 70) else {
      Issue.record("it does not see what is complete")
      return
    }
    #expect(verdict.reportedSurpluses == [])
    guard case .ended(let verdict) = start([two], now: 80) else {
      Issue.record("it is not over")
      return
    }
    #expect(verdict.reportedSurpluses == [0])
  }

  @Test func unreachable_isSaidAtOnce_unlessComplete() throws {
    let one = machine.register(.once)
    let parameters = WaitParameters(rule: .all, place: 0, deadline: at(100), invertedDeadline: at(100), outer: nil)
    let member = WaitMember(expectation: one, isBlockedByWaiter: true)
    #expect(decided(machine.begin([member], parameters: parameters, waiter: 1, at: at(10))) == .unreachable(0))
    _ = machine.fulfill(one, at: at(20), place: 0)
    #expect(decided(machine.begin([member], parameters: parameters, waiter: 1, at: at(30))) == .completed(first: nil))
  }
}

/// Most waits of these scripts stay until they are ended.
extension Wakeup: ExpressibleByIntegerLiteral {
  public init(integerLiteral waiter: Int) {
    self.init(waiter: WaiterReference(waiter), success: nil)
  }
}
