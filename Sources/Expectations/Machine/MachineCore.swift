/// The rules of the machine: what each event does to every expectation and every wait.
///
/// Instants rise from event to event, so a fulfillment passes exactly when its instant is not later than the deadline,
/// whichever of the two the engine's lock let in first. The waits are in `MachineCore+Waits.swift`.
struct MachineCore<Waiter, Place> {
  var expectations = SlotMap<ExpectationState<Place>>()
  var waits = SlotMap<WaitState<Waiter, Place>>()
  /// By the index of the expectation.
  var directWakeups: [DirectWakeup<Waiter>?] = []
  /// The number of the last pass over the members of a wait.
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

  /// Forgets an expectation, and returns what is left to report of it; nil when there is nothing.
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
    _ expectation: SlotKey, at now: Instant, place: Place, isError: Bool = false
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
      settle(membership.wait, at: now, &action)
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
    _ step: ExpectationState<Place>.Step, to membership: Membership, of expectation: SlotKey, at now: Instant,
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
      // Judged when the wait ends: the others may still be on their way.
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

  /// The problem with a fulfillment that no wait will judge, if it is one.
  private mutating func stray(
    of step: ExpectationState<Place>.Step, of key: SlotKey, isBeingJudged: Bool
  ) -> StrayFulfillment<Place>? {
    switch step {
    case .surplus:
      // It has not been waited for yet: the first wait will claim it, or its release will.
      guard expectations[key].isAwaited || isBeingJudged else { return nil }
      // What must not happen must not happen while it is waited for, and before.
      guard !expectations[key].bounds.isInverted else {
        expectations[key].forgiveSurplus()
        return nil
      }
      guard expectations[key].takeUnreportedSurplus() else { return nil }
      return .surplus(expectations[key].surplus!, lastWait: expectations[key].lastWait)
    case .counted, .completed, .failed:
      // A wait that has given up but not ended yet shows the latecomer in its own report.
      guard !isBeingJudged, let past = expectations[key].takeUnreportedLateness() else { return nil }
      return .late(expectations[key].history.last!, past)
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

  /// Takes the direct wake-up of an expectation if a fulfillment at `now` causes it. The core is told of that
  /// fulfillment before any other event but such a one.
  mutating func takeDirectWakeup(of expectation: SlotKey, at now: Instant) -> DirectWakeup<Waiter>? {
    let index = Int(expectation.index)
    guard let deadline = directWakeups[index]?.deadline, now <= deadline else { return nil }
    return directWakeups[index].take()
  }

  /// Gives an expectation the direct wake-up that goes with its state and that of its wait, or none.
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
