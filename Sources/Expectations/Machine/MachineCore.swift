/// The rules of the machine: how each event changes expectations and waits. This file has those for expectations, and
/// `MachineCore+Waits.swift` those for waits.
///
/// Instants increase from event to event, and the core applies the deadline of a wait before a fulfillment can count
/// for it. A fulfillment is therefore on time exactly when its instant is not later than the deadline, even if the
/// deadline timer fires late.
struct MachineCore: Hashable, Sendable {
  var expectations = SlotMap<ExpectationState>()
  var waits = SlotMap<WaitState>()
  /// The direct wake-ups, by the index of the expectation.
  var directWakeups: [DirectWakeup?] = []
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
  mutating func release(_ expectation: SlotKey) -> ExpectationState? {
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
    _ expectation: SlotKey, at now: MonotonicInstant, place: FulfillmentPlace, isError: Bool = false
  ) -> Action {
    var action = Action()
    let fulfillment = Fulfillment(instant: now, place: place, isError: isError)
    guard !expectations.withValue(expectation, { $0.fulfillWithoutWaits(fulfillment, &action.stray) }) else {
      return action
    }
    let memberships = expectations.withValue(expectation) { $0.memberships }
    defer { updateDirectWakeup(of: expectation) }
    var isLive = false
    memberships.visit { membership in
      if applyDeadline(of: membership.wait, at: now, &action) { isLive = true }
    }
    let step = expectations[expectation].fulfill(fulfillment)
    if step.concernsWaits {
      memberships.visit { membership in
        if isUndecided(membership.wait) { apply(step, to: membership, of: expectation, at: now, &action) }
      }
    }
    if !isLive {
      action.stray = expectations[expectation].stray(of: step, isBeingJudged: true)
    }
    return action
  }

  private mutating func apply(
    _ step: ExpectationState.Step, to membership: Membership, of expectation: SlotKey, at now: MonotonicInstant,
    _ action: inout Action
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
  mutating func takeDirectWakeup(of expectation: SlotKey, at now: MonotonicInstant) -> DirectWakeup? {
    let index = Int(expectation.index)
    guard let deadline = directWakeups[index]?.deadline, now <= deadline else { return nil }
    return directWakeups[index].take()
  }

  /// Updates the direct wake-up of an expectation to match its state and that of its wait, or removes it.
  mutating func updateDirectWakeup(of expectation: SlotKey) {
    var direct: DirectWakeup?
    if let wait = expectations.withValue(expectation, { $0.waitCompletedByNextFulfillment }) {
      direct = waits.withValue(wait) { $0.directWakeup }
    }
    directWakeups[Int(expectation.index)] = direct
  }
}
