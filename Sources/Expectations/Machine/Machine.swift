/// Decides every wait. It is the state of all expectations and waits of the process, as one plain value without a lock,
/// a clock, a thread or a closure.
///
/// The engine calls a method for each event, and then carries out the action that the method returns. This file has the
/// rules for expectations, and `Machine+Waits.swift` those for waits.
///
/// Instants increase from event to event, and the machine applies the deadline of a wait before a fulfillment can count
/// for it. A fulfillment is therefore on time exactly when its instant is not later than the deadline, even if the
/// deadline timer fires late.
struct Machine: Hashable, Sendable {
  var expectations = SlotMap<ExpectationState>()
  var waits = SlotMap<WaitState>()
  /// How many passes over the members of a wait have begun. It numbers the passes.
  var passes = 0

  // MARK: Expectations

  mutating func register(_ bounds: FulfillmentBounds) -> SlotKey {
    expectations.insert(ExpectationState(bounds: bounds))
  }

  func state(of expectation: SlotKey) -> ExpectationState { expectations[expectation] }

  mutating func markRead(_ expectation: SlotKey) {
    expectations[expectation].isRead = true
  }

  mutating func changeBounds(of expectation: SlotKey, to bounds: FulfillmentBounds) {
    expectations[expectation].changeBounds(to: bounds)
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
  mutating func discard(_ expectation: SlotKey) { expectations.discard(expectation) }

  /// Fulfills an expectation once.
  ///
  /// - `countsSurplus`: Whether a fulfillment beyond completion counts. If not, it changes nothing.
  mutating func fulfill(
    _ expectation: SlotKey, at now: MonotonicInstant, place: FulfillmentPlace, isError: Bool = false,
    countsSurplus: Bool = true
  ) -> Action {
    var action = Action()
    guard countsSurplus || !expectations.withValue(expectation, { $0.isComplete }) else { return action }
    let fulfillment = Fulfillment(instant: now, place: place, isError: isError)
    guard !expectations.withValue(expectation, { $0.fulfillWithoutWaits(fulfillment, &action.stray) }) else {
      return action
    }
    let memberships = expectations.withValue(expectation) { $0.memberships }
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
}
