/// The rules of the machine: how each event changes expectations and waits. This file has those for expectations, and
/// `MachineCore+Waits.swift` those for waits.
///
/// Instants increase from event to event, and the core applies the deadline of a wait before a fulfillment can count
/// for it. A fulfillment is therefore on time exactly when its instant is not later than the deadline, even if the
/// deadline timer fires late.
struct MachineCore<Waiter, Place> {
  var expectations = SlotMap<ExpectationState<Place>>()
  var waits = SlotMap<WaitState<Waiter, Place>>()
  /// The direct wake-ups, by the index of the expectation.
  var directWakeups: [DirectWakeup<Waiter>?] = []
  /// How many passes over the members of a wait have begun. It numbers the passes.
  var passes = 0

  // MARK: Expectations

  mutating func register(_ bounds: FulfillmentBounds) -> SlotKey {
    let key = expectations.insert(ExpectationState(bounds: bounds))
    if Int(key.index) == directWakeups.count { directWakeups.append(nil) }
    return key
  }

  mutating func isComplete(_ expectation: SlotKey) -> Bool {
    expectations.withValue(expectation) { $0.isComplete }
  }

  mutating func markRead(_ expectation: SlotKey) {
    expectations[expectation].isRead = true
  }

  mutating func markErrorReported(_ expectation: SlotKey) {
    expectations[expectation].isErrorReported = true
  }

  /// Forgets an expectation. Returns its state if there is something left to report, otherwise nil.
  mutating func release(_ expectation: SlotKey) -> ExpectationState<Place>? {
    guard expectations.withValue(expectation, { $0.hasNothingToReport }) else {
      return expectations.remove(expectation)
    }
    expectations.discard(expectation)
    return nil
  }

  /// Forgets an expectation that has nothing to report.
  mutating func discard(_ expectation: SlotKey) {
    directWakeups[Int(expectation.index)] = nil
    expectations.discard(expectation)
  }

  mutating func fulfill(
    _ expectation: SlotKey, at now: MonotonicInstant, place: Place, isError: Bool = false
  ) -> Action<Waiter, Place> {
    var action = Action<Waiter, Place>()
    let fulfillment = Fulfillment(instant: now, place: place, isError: isError)
    guard !expectations.withValue(expectation, { $0.memberships.isEmpty }) else {
      let step = expectations[expectation].fulfill(fulfillment)
      action.stray = stray(of: step, of: expectation, isBeingJudged: false)
      return action
    }
    let memberships = expectations.withValue(expectation) { $0.memberships }
    defer { updateDirectWakeup(of: expectation) }
    var isLive = false
    for membership in memberships {
      applyDeadline(of: membership.wait, at: now, &action)
      if isUndecided(membership.wait) { isLive = true }
    }
    let step = expectations[expectation].fulfill(fulfillment)
    for membership in memberships where isUndecided(membership.wait) {
      apply(step, to: membership, of: expectation, at: now, &action)
    }
    if !isLive {
      action.stray = stray(of: step, of: expectation, isBeingJudged: true)
    }
    return action
  }

  private mutating func apply(
    _ step: ExpectationState<Place>.Step, to membership: Membership, of expectation: SlotKey, at now: MonotonicInstant,
    _ action: inout Action<Waiter, Place>
  ) {
    let wait = membership.wait
    switch step {
    case .counted, .ignored:
      break
    case .failed:
      decide(wait, .failed(membership.position), at: now, &action)
    case .surplus where expectations[expectation].bounds.isInverted:
      waits[wait].sawSurplus = true
      decide(wait, .forbidden(membership.position), at: now, &action)
    case .surplus:
      // The end of the wait judges this, because more expectations may still come.
      waits[wait].sawSurplus = true
    case .completed where waits.withValue(wait, { $0.members[membership.position].endsInversion }):
      if let kind = waits[wait].endInversion() { decide(wait, kind, at: now, &action) }
    case .completed:
      waits[wait].pending -= 1
      if waits.withValue(wait, { $0.isOutOfOrder(membership) }) {
        let kind = Verdict.Kind.outOfOrder(early: membership.position, awaited: firstPending(of: wait))
        decide(wait, kind, at: now, &action)
      } else if let kind = waits.withValue(wait, { $0.verdict(onCompletionAt: membership.position, now: now) }) {
        decide(wait, kind, at: now, &action)
      }
    }
  }

  /// Returns the problem of a fulfillment that no wait will judge, or nil if it is no problem.
  private mutating func stray(
    of step: ExpectationState<Place>.Step, of key: SlotKey, isBeingJudged: Bool
  ) -> StrayFulfillment<Place>? {
    switch step {
    case .surplus:
      // No wait has come yet. The first wait claims the surplus, or else the release of the expectation.
      guard expectations[key].isAwaited || isBeingJudged else { return nil }
      // An expectation that must not happen is only checked before and during a wait.
      guard !expectations[key].bounds.isInverted else {
        expectations[key].forgiveSurplus()
        return nil
      }
      guard expectations[key].takeUnreportedSurplus() else { return nil }
      return .surplus(expectations[key].surplus!, lastWait: expectations[key].lastWait)
    case .counted, .completed, .failed:
      // A wait that gave up but has not ended shows the late fulfillment in its own report.
      guard !isBeingJudged, let lastWait = expectations[key].takeUnreportedLateness() else { return nil }
      return .late(expectations[key].history.last!, lastWait)
    case .ignored:
      return nil
    }
  }

  private func firstPending(of wait: SlotKey) -> Int {
    waits[wait].members.firstIndex {
      let state = expectations[$0.expectation]
      return !state.bounds.isInverted && !state.isComplete && !$0.endsInversion
    } ?? 0
  }

  // MARK: Direct wake-ups

  /// Takes the direct wake-up of an expectation if a fulfillment at `now` causes it.
  ///
  /// The core must process that fulfillment before any other event except another such fulfillment.
  mutating func takeDirectWakeup(of expectation: SlotKey, at now: MonotonicInstant) -> DirectWakeup<Waiter>? {
    let index = Int(expectation.index)
    guard let deadline = directWakeups[index]?.deadline, now <= deadline else { return nil }
    return directWakeups[index].take()
  }

  /// Updates the direct wake-up of an expectation to match its state and that of its wait, or removes it.
  mutating func updateDirectWakeup(of expectation: SlotKey) {
    var direct: DirectWakeup<Waiter>?
    if let wait = expectations.withValue(expectation, { $0.waitCompletedByNextFulfillment }) {
      direct = waits.withValue(wait) { $0.directWakeup }
    }
    directWakeups[Int(expectation.index)] = direct
  }
}

extension MachineCore: Equatable where Waiter: Equatable, Place: Equatable {}
extension MachineCore: Hashable where Waiter: Hashable, Place: Hashable {}
extension MachineCore: Sendable where Waiter: Sendable, Place: Sendable {}
