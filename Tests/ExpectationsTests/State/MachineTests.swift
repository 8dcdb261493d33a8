import Testing

@testable import Expectations

/// Scripts for the machine: waits are identities, and instants are given, the same on both clocks.
@Suite struct MachineTests {
  private final class Box { var machine = Machine() }

  private let box = Box()
  private var machine: Machine {
    get { box.machine }
    nonmutating _modify { yield &box.machine }
  }

  private static let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)

  private func at(_ instant: Int64) -> Moment {
    Moment(fair: Instant(nanoseconds: instant), real: Instant(nanoseconds: instant))
  }

  private func new(_ bounds: FulfillmentCount) -> TableKey {
    machine.expectations.insert(ExpectationState(origin: nil, bounds: bounds))
  }

  private func fulfill(_ key: TableKey, at instant: Int, isError: Bool = false) -> Machine.Action {
    machine.fulfill(key, .numbered(instant, isError: isError))
  }

  /// Begins a wait at 10 that may take 90.
  private func start(
    _ members: [TableKey], _ rule: WaitRule = .all, needsValues: Bool = false, limit: Nanoseconds = 90,
    inside outer: TableKey? = nil, at instant: Int64 = 10
  ) -> Machine.Beginning {
    machine.begin(
      WaitReference(object: Wait.ofLibrary(limit: 0, site: Self.site)),
      WaitTerms(rule: rule, needsValues: needsValues, limit: limit, window: limit), for: members, inside: outer,
      at: at(instant))
  }

  private func begin(
    _ members: [TableKey], _ rule: WaitRule = .all, limit: Nanoseconds = 90, inside outer: TableKey? = nil
  ) throws -> TableKey {
    guard case .pending(let key) = start(members, rule, limit: limit, inside: outer) else { throw Decided() }
    return key
  }

  private struct Decided: Error {}

  private func kindAtOnce(_ beginning: Machine.Beginning) -> Verdict.Kind? {
    if case .ended(let verdict) = beginning { verdict.kind } else { nil }
  }

  private func kind(_ wait: TableKey) -> Verdict.Kind? { machine.waits[wait].verdict?.kind }

  @Test func fulfill_whileWaiting_decides_onceAndForAll() throws {
    let one = new(.once)
    let wait = try begin([one])
    #expect(kind(wait) == nil)
    #expect(fulfill(one, at: 20).decided == [machine.waits[wait].wait])
    #expect(machine.cancel(wait, at: at(21)).decided == [])
    #expect(machine.applyTime(at: at(1000)).decided == [])
    #expect(machine.end(wait).1 == Verdict(kind: .completed(first: nil), time: at(20)))
    #expect(machine.waits.count == 0 && machine.expectations[one].memberships == [])
  }

  @Test(arguments: [(100, Verdict.Kind.completed(first: nil)), (101, .timedOut)] as [(Int, Verdict.Kind)])
  func fulfill_atTheDeadline_passes_andAfterItDoesNot(instant: Int, expected: Verdict.Kind) throws {
    let one = new(.once)
    let wait = try begin([one])
    #expect(fulfill(one, at: instant).decided.count == 1)
    #expect(kind(wait) == expected)
  }

  @Test func begin_onWhatIsComplete_isDecidedBeforeTheClockIsLookedAt() {
    let one = new(.once)
    _ = fulfill(one, at: 5)
    #expect(kindAtOnce(start([one], limit: 0)) == .completed(first: nil))
    #expect(kindAtOnce(start([new(.once)], limit: 0)) == .timedOut)
    #expect(machine.waits.count == 0)
  }

  @Test func begin_ofTheImpossible_isDecidedAtOnce() {
    let impossible = new(FulfillmentCount(exactly: -1))
    #expect(kindAtOnce(start([])) == .empty)
    #expect(kindAtOnce(start([new(.once), impossible])) == .impossible(1))
    #expect(kindAtOnce(start([new(.once), new(.never)], needsValues: true)) == .valueless(1))
  }

  @Test func staleKeys_changeNothing() throws {
    let one = new(.once)
    let wait = try begin([one])
    _ = machine.cancel(wait, at: at(20))
    #expect(machine.end(wait).1.kind == .cancelled)
    let other = try begin([one])
    #expect(other != wait)
    #expect(machine.cancel(wait, at: at(21)).decided == [] && machine.timeUp(wait, at: at(22)).decided == [])
    #expect(kind(other) == nil)
  }

  @Test func fulfill_inTwoWaits_decidesBoth_eachWithItsOwnVerdict() throws {
    let one = new(.once)
    let (first, second) = (try begin([one], limit: 40), try begin([one]))
    #expect(fulfill(one, at: 70).decided.count == 2)
    #expect(kind(first) == .timedOut && kind(second) == .completed(first: nil))
  }

  @Test func extra_duringTheWait_isJudgedAtItsEnd_once() throws {
    let (one, two) = (new(.once), new(.once))
    let waits = [try begin([one, two]), try begin([two, one])]
    #expect(fulfill(one, at: 20).decided == [] && fulfill(one, at: 21) == Machine.Action())
    #expect(fulfill(two, at: 22).decided.count == 2)
    let verdicts = waits.map { machine.end($0).1 }
    #expect(verdicts.map(\.isSuccess) == [false, false])
    #expect(verdicts.map { Array($0.extras.keys) } == [[0], []])
    #expect(!machine.expectations[one].hasUnreportedExtra)
  }

  @Test func extra_afterAWait_speaksForItself() throws {
    let one = new(.once)
    let wait = try begin([one])
    _ = fulfill(one, at: 20)
    #expect(machine.end(wait).1.isSuccess)
    guard case .extra(let extra, _) = fulfill(one, at: 21).stray else {
      Issue.record("no extra")
      return
    }
    #expect(extra.fulfillment == .numbered(21) && extra.lastAllowed == .numbered(20))
    #expect(fulfill(one, at: 22).stray == nil)
  }

  @Test func extra_withoutAWait_staysWithTheExpectation_untilAWaitClaimsIt() {
    let one = new(.once)
    for instant in [5, 6] { #expect(fulfill(one, at: instant) == Machine.Action()) }
    #expect(machine.expectations[one].hasUnreportedExtra)
    guard case .ended(let verdict) = start([one]) else { return }
    #expect(verdict.extras[0]?.fulfillment == .numbered(6) && !machine.expectations[one].hasUnreportedExtra)
  }

  @Test func cancelledWait_leavesTheExtraToOthers() throws {
    let (one, two) = (new(.once), new(.once))
    let wait = try begin([one, two])
    for instant in [20, 21] { _ = fulfill(one, at: instant) }
    _ = machine.cancel(wait, at: at(30))
    #expect(machine.end(wait).1.extras.isEmpty && machine.expectations[one].hasUnreportedExtra)
    #expect(machine.expectations[one].isNeverAwaited)
  }

  @Test func late_isReportedOnce_andSaysWhetherItCompletes() throws {
    let two = new(FulfillmentCount(exactly: 2))
    let wait = try begin([two])
    #expect(machine.applyTime(at: at(100)).decided == [] && machine.applyTime(at: at(101)).decided.count == 1)
    let reference = machine.end(wait).0.wait
    #expect(fulfill(two, at: 200).stray == .late(.numbered(200), after: reference, completes: false))
    #expect(fulfill(two, at: 201).stray == nil)
  }

  @Test func whatMustNotHappen_endsTheWaitAtOnce_orPassesAtTheEndOfItsWindow() throws {
    let quiet = new(.never)
    let (first, second) = (try begin([quiet]), try begin([quiet], limit: 40))
    #expect(machine.applyTime(at: at(60)).decided.count == 1 && kind(second) == .completed(first: nil))
    #expect(fulfill(quiet, at: 70).decided.count == 1)
    #expect(kind(first) == .forbidden(0))
  }

  @Test func upToTwo_endsOnTheThird() throws {
    let few = new(FulfillmentCount(0...2))
    let wait = try begin([few])
    #expect(fulfill(few, at: 20).decided == [] && fulfill(few, at: 21).decided == [])
    #expect(fulfill(few, at: 22).decided.count == 1 && kind(wait) == .forbidden(0))
  }

  @Test func whatMustNotHappen_hasNoTurnInAnOrder() throws {
    let (first, second) = (new(.once), new(.once))
    let wait = try begin([new(.never), first, new(.never), second], .allInOrder)
    _ = fulfill(first, at: 20)
    _ = fulfill(second, at: 30)
    #expect(kind(wait) == nil)
    _ = machine.applyTime(at: at(101))
    #expect(kind(wait) == .completed(first: nil))
  }

  @Test(arguments: [true, false]) func ofTwoForAny_theEarlierDecides(isErrorFirst: Bool) {
    let (one, failed) = (new(.once), new(.once))
    _ = fulfill(one, at: isErrorFirst ? 6 : 5)
    _ = fulfill(failed, at: isErrorFirst ? 5 : 6, isError: true)
    #expect(kindAtOnce(start([failed, one], .any)) == (isErrorFirst ? .failed(0) : .completed(first: 1)))
  }

  @Test func anyOf_withAQuietOne_lastsForItsWindow_evenBeyondTheLimit() throws {
    let terms = WaitTerms(rule: .any, limit: 90, window: 190)
    let beginning = machine.begin(
      WaitReference(object: nil), terms, for: [new(.once), new(.never)], inside: nil, at: at(10))
    guard case .pending(let wait) = beginning else { throw Decided() }
    #expect(machine.waits[wait].realEnd(after: at(10).real, uncounted: 0) == at(201).real)
    _ = machine.applyTime(at: at(200))
    #expect(kind(wait) == nil)
    _ = machine.applyTime(at: at(201))
    #expect(kind(wait) == .completed(first: 1))
  }

  @Test func count_mayNotChangeDuringAWait() throws {
    let one = new(.once)
    #expect(machine.expectations[one].mayChangeBounds)
    let wait = try begin([one])
    #expect(!machine.expectations[one].mayChangeBounds)
    _ = machine.cancel(wait, at: at(20))
    _ = machine.end(wait)
    #expect(!machine.expectations[one].mayChangeBounds)
  }

  @Test func whatFailedOnce_isNeverComplete() {
    let two = new(FulfillmentCount(exactly: 2))
    _ = fulfill(two, at: 5, isError: true)
    _ = fulfill(two, at: 6)
    #expect(!machine.expectations[two].isComplete && kindAtOnce(start([two])) == .failed(0))
  }

  @Test func afterItsWindow_itMayHappen_untilAnotherWaitForbidsIt() throws {
    let quiet = new(.never)
    let wait = try begin([quiet])
    _ = machine.applyTime(at: at(101))
    _ = machine.end(wait)
    #expect(fulfill(quiet, at: 110) == Machine.Action() && !machine.expectations[quiet].hasUnreportedExtra)
    guard case .ended(let verdict) = start([quiet], at: 120) else { throw Decided() }
    #expect(verdict.kind == .forbidden(0) && verdict.extras[0]?.fulfillment == .numbered(110))
  }

  @Test func afterItsWindow_itMayHappen_evenBeforeTheWaitHasReturned() throws {
    let quiet = new(.never)
    let wait = try begin([quiet])
    _ = machine.applyTime(at: at(101))
    #expect(fulfill(quiet, at: 110) == Machine.Action())
    #expect(machine.end(wait).1.isSuccess && !machine.expectations[quiet].hasUnreportedExtra)
  }

  @Test func outerTimingOut_interruptsWhatRunsInside_andNoOther() throws {
    let outer = try begin([new(.once)])
    let inner = try begin([new(.once)], limit: 200, inside: outer)
    let innermost = try begin([new(.once)], limit: 300, inside: inner)
    let other = try begin([new(.once)], limit: 300)
    #expect(machine.applyTime(at: at(101)).decided.count == 3)
    #expect([outer, inner, innermost, other].map(kind) == [.timedOut, .interrupted, .interrupted, nil])
    #expect(kindAtOnce(start([new(.once)], inside: innermost, at: 110)) == .interrupted)
  }

  @Test func interruptedWait_wasNotTooShort() throws {
    let one = new(.once)
    let outer = try begin([new(.once)])
    let inner = try begin([one], limit: 200, inside: outer)
    _ = machine.applyTime(at: at(101))
    _ = machine.end(inner)
    #expect(fulfill(one, at: 110).stray == nil)
  }

  @Test func successInTheMiddle_doesNotPartTheOuterFromTheInner() throws {
    let middle = new(.once)
    let outer = try begin([new(.once)])
    let between = try begin([middle], limit: 200, inside: outer)
    let inner = try begin([new(.once)], limit: 300, inside: between)
    _ = fulfill(middle, at: 20)
    _ = machine.end(between)
    _ = machine.applyTime(at: at(101))
    #expect(kind(inner) == .interrupted)
  }

  @Test func innerThatEndsAfterItsOuter_isNoLongerInside() throws {
    let (middle, last) = (new(.once), new(.once))
    let outer = try begin([new(.once)])
    let between = try begin([middle], limit: 200, inside: outer)
    let inner = try begin([last], limit: 300, inside: between)
    for (expectation, wait) in [(middle, between), (last, inner)] {
      _ = fulfill(expectation, at: 20)
      _ = machine.end(wait)
    }
    #expect(machine.applyTime(at: at(101)).decided.count == 1 && kind(outer) == .timedOut)
  }

  @Test func decidedMiddle_thatIsStillLive_doesNotPartThemEither() throws {
    let middle = new(.once)
    let outer = try begin([new(.once)])
    let between = try begin([middle], limit: 200, inside: outer)
    let inner = try begin([new(.once)], limit: 300, inside: between)
    _ = fulfill(middle, at: 20)
    _ = machine.applyTime(at: at(101))
    #expect(kind(between) == .completed(first: nil) && kind(inner) == .interrupted)
  }

  @Test func waitThatJudgesNothing_isNoWaitForTheExpectation() throws {
    let one = new(.once)
    guard
      case .pending(let wait) = machine.begin(
        WaitReference(object: nil), WaitTerms(limit: 90, window: 90, judges: false), for: [one], inside: nil, at: at(10)
      )
    else { throw Decided() }
    _ = machine.applyTime(at: at(101))
    #expect(machine.end(wait).1.kind == .timedOut)
    #expect(fulfill(one, at: 110).stray == nil)
    #expect(machine.expectations[one].isNeverAwaited && machine.expectations[one].mayChangeBounds)
  }

  @Test func timeOfAnotherClock_decidesByWhatHasHappened() throws {
    let (one, quiet) = (new(.once), new(.never))
    let waits = [[one], [one, quiet], [quiet]].map { start($0, limit: .max) }
    let keys = waits.compactMap { if case .pending(let key) = $0 { key } else { nil } }
    _ = fulfill(one, at: 20)
    for key in keys { _ = machine.timeUp(key, at: at(30)) }
    #expect(keys.map(kind) == [.completed(first: nil), .completed(first: nil), .completed(first: nil)])
    let any = try begin([new(.once), quiet], .any, limit: .max)
    _ = machine.timeUp(any, at: at(35))
    #expect(kind(any) == .completed(first: 1))
    let late = try begin([new(.once)], limit: .max)
    _ = machine.timeUp(late, at: at(40))
    #expect(kind(late) == .timedOut)
  }
}
