/// Every expectation and every wait of the process as one plain value: events go in, what is to be done comes out.
///
/// It knows no lock, clock, thread or closure. The caller holds one lock around each event, reads the clock inside it,
/// and does what the event returned after letting go. Instants must rise from event to event: then a fulfillment passes
/// exactly when its instant is not later than the deadline, whichever of the two the lock let in first.
struct WaitMachine<Waiter, Place> {
  private(set) var expectations = Slots<ExpectationState<Place>>()
  private(set) var waits = Slots<WaitState<Waiter, Place>>()
  /// By the index of the expectation.
  private var triggers: [Trigger<Waiter>?] = []
  private var surveys = 0

  // MARK: Expectations

  mutating func admit(_ bounds: FulfillmentBounds) -> SlotKey {
    let key = expectations.insert(ExpectationState(bounds: bounds))
    if Int(key.index) == triggers.count { triggers.append(nil) }
    return key
  }

  mutating func isComplete(_ expectation: SlotKey) -> Bool {
    expectations.inPlace(expectation) { $0.isComplete }
  }

  mutating func markRead(_ expectation: SlotKey) {
    expectations[expectation].isRead = true
  }

  mutating func markErrorSettled(_ expectation: SlotKey) {
    expectations[expectation].isErrorSettled = true
  }

  /// Forgets an expectation of which nothing is left to say. Returns false, and does not, where there is something.
  mutating func forget(_ expectation: SlotKey) -> Bool {
    guard expectations.inPlace(expectation, { $0.isSettled }) else { return false }
    expectations.discard(expectation)
    return true
  }

  /// Forgets an expectation. What is left to say about it is in its last state.
  mutating func release(_ expectation: SlotKey) -> ExpectationState<Place>? {
    expectations.remove(expectation)
  }

  mutating func fulfill(
    _ expectation: SlotKey, at now: Instant, place: Place, isError: Bool = false
  ) -> Effects<Waiter, Place> {
    var effects = Effects<Waiter, Place>()
    let fulfillment = Fulfillment(instant: now, place: place, isError: isError)
    guard !expectations.inPlace(expectation, { $0.memberships.isEmpty }) else {
      let step = expectations[expectation].fulfill(fulfillment)
      effects.notice = notice(of: step, of: expectation, isBeingJudged: false)
      return effects
    }
    let memberships = expectations.inPlace(expectation) { $0.memberships }
    defer { arm(expectation) }
    var isLive = false
    for membership in memberships {
      settle(membership.wait, at: now, &effects)
      if isOpen(membership.wait) { isLive = true }
    }
    let step = expectations[expectation].fulfill(fulfillment)
    for membership in memberships where isOpen(membership.wait) {
      apply(step, to: membership, of: expectation, at: now, &effects)
    }
    if !isLive {
      effects.notice = notice(of: step, of: expectation, isBeingJudged: true)
    }
    return effects
  }

  private mutating func apply(
    _ step: ExpectationState<Place>.Step, to membership: Membership, of expectation: SlotKey, at now: Instant,
    _ effects: inout Effects<Waiter, Place>
  ) {
    let wait = membership.wait
    switch step {
    case .counted, .ignored:
      break
    case .failed:
      decide(wait, .failed(membership.position), at: now, &effects)
    case .surplus where expectations[expectation].bounds.isQuiet:
      waits[wait].sawSurplus = true
      decide(wait, .forbidden(membership.position), at: now, &effects)
    case .surplus:
      // Judged when the wait ends: the others may still be on their way.
      waits[wait].sawSurplus = true
    case .completed where waits.inPlace(wait, { $0.members[membership.position].endsQuiet }):
      if let kind = waits[wait].endQuiet() { decide(wait, kind, at: now, &effects) }
    case .completed:
      waits[wait].pending -= 1
      if waits.inPlace(wait, { $0.isOutOfTurn(membership) }) {
        let kind = Verdict.Kind.outOfOrder(early: membership.position, awaited: firstPending(of: wait))
        decide(wait, kind, at: now, &effects)
      } else if let kind = waits.inPlace(wait, { $0.verdict(onCompletionAt: membership.position, now: now) }) {
        decide(wait, kind, at: now, &effects)
      }
    }
  }

  /// What a fulfillment that no wait will judge has to say for itself.
  private mutating func notice(
    of step: ExpectationState<Place>.Step, of key: SlotKey, isBeingJudged: Bool
  ) -> Notice<Place>? {
    switch step {
    case .surplus:
      // It has not been waited for yet: the first wait will claim it, or its release will.
      guard expectations[key].isAwaited || isBeingJudged else { return nil }
      // What must not happen must not happen while it is waited for, and before.
      guard !expectations[key].bounds.isQuiet else {
        expectations[key].forgiveSurplus()
        return nil
      }
      guard expectations[key].claimSurplus() else { return nil }
      return .surplus(expectations[key].surplus!, lastWait: expectations[key].lastWait)
    case .counted, .completed, .failed:
      // A wait that has given up but not ended yet shows the latecomer in its own report.
      guard !isBeingJudged, let past = expectations[key].claimLateness() else { return nil }
      return .late(expectations[key].history.last!, past)
    case .ignored:
      return nil
    }
  }

  private func firstPending(of wait: SlotKey) -> Int {
    waits[wait].members.firstIndex {
      let state = expectations[$0.expectation]
      return !state.bounds.isQuiet && !state.isComplete && !$0.endsQuiet
    } ?? 0
  }

  // MARK: Triggers

  /// Takes the trigger of an expectation if a fulfillment at `now` pulls it. Before any event but another pull,
  /// `fulfillPulled` must then be told of that fulfillment.
  mutating func pull(_ expectation: SlotKey, at now: Instant) -> Trigger<Waiter>? {
    let index = Int(expectation.index)
    guard let deadline = triggers[index]?.deadline, now <= deadline else { return nil }
    return triggers[index].take()
  }

  /// Does what `fulfill` comes to for a fulfillment that has pulled a trigger. Returns the waiter of the wait that it
  /// ended.
  mutating func fulfillPulled(_ expectation: SlotKey, at now: Instant, place: Place) -> Waiter {
    let ended = expectations.inPlace(expectation) { $0.memberships[0].wait }
    let (waiter, past) = waits.inPlace(ended) { ($0.waiter, $0.terms.onlyWatches ? nil : $0.past) }
    expectations.inPlace(expectation) { state in
      _ = state.fulfill(Fulfillment(instant: now, place: place, isError: false))
      if let past { state.leave(ended, as: past, gaveUp: false) } else { state.leave(ended) }
    }
    unlink(ended)
    waits.discard(ended)
    return waiter
  }

  /// Gives an expectation the trigger that goes with how things stand now, or none.
  private mutating func arm(_ expectation: SlotKey) {
    var trigger: Trigger<Waiter>?
    if let wait = expectations.inPlace(expectation, { $0.waitOfTheNext }) {
      trigger = waits.inPlace(wait) { $0.trigger }
    }
    triggers[Int(expectation.index)] = trigger
  }

  // MARK: Waits

  /// Begins a wait. What has happened already may decide it at once; nothing is left of it then. Otherwise its waiter
  /// sleeps until an event returns it as one to wake.
  mutating func begin(
    _ members: Few<WaitMember>, terms: consuming WaitTerms<Place>, waiter: Waiter, at now: Instant
  ) -> Beginning {
    guard case .one(let member) = members, terms.outer == nil, now < terms.deadline, isFresh(member) else {
      return beginAfterSurvey(of: members, terms: consume terms, waiter: waiter, at: now)
    }
    let deadline = terms.deadline
    let wait = beginAtOnce(member.expectation, terms: consume terms, waiter: waiter, at: now)
    return .pending(wait, nextLook: deadline)
  }

  /// Whether a wait for this one alone has nothing to find out when it begins: it will sleep, if it has any time.
  mutating func isFresh(_ member: WaitMember) -> Bool {
    !member.isUnreachable && !member.endsQuiet && expectations.inPlace(member.expectation) { $0.isFresh }
  }

  /// Does what `beginAfterSurvey` comes to for a wait for a fresh one.
  private mutating func beginAtOnce(
    _ expectation: SlotKey, terms: consuming WaitTerms<Place>, waiter: Waiter, at now: Instant
  ) -> SlotKey {
    let state = WaitState(terms: consume terms, waiter: waiter, started: now, only: expectation)
    let first = state.trigger
    let wait = waits.insert(consume state)
    // The numbers of a survey and of an enrolment.
    surveys += 2
    expectations.inPlace(expectation) { [surveys] state in
      _ = state.isNew(in: surveys)
      state.join(Membership(wait: wait, position: 0, rank: 0))
    }
    triggers[Int(expectation.index)] = first
    return wait
  }

  /// Begins a wait after a look at all that has happened. That is what `begin` does, whether or not it goes a shorter
  /// way.
  mutating func beginAfterSurvey(
    of members: Few<WaitMember>, terms: consuming WaitTerms<Place>, waiter: Waiter, at now: Instant
  ) -> Beginning {
    let survey = survey(members)
    if let finish = judge(survey, members, terms: terms, at: now) { return .decided(finish) }
    let outer = terms.outer
    let state = WaitState(terms: consume terms, waiter: waiter, started: now, members: members, survey: survey)
    let nextLook = state.nextLook(after: now)
    let wait = waits.insert(consume state)
    enroll(members, in: wait)
    if let outer, waits.contains(outer) { waits[outer].inner = wait }
    return .pending(wait, nextLook: nextLook)
  }

  /// Decides a wait by what has happened already; nil when it would have to go on. It saves a wait that need not sleep
  /// what it takes to sleep.
  mutating func judge(_ members: Few<WaitMember>, terms: WaitTerms<Place>, at now: Instant) -> Finish? {
    judge(survey(members), members, terms: terms, at: now)
  }

  /// Decides a wait for one expectation alone as `judge` does, if it is complete and there is nothing else to say.
  /// What it remembers of the wait is the place.
  mutating func acknowledge(_ expectation: SlotKey, at place: Place) -> Bool {
    expectations.inPlace(expectation) { state in
      guard let instant = state.plainCompletion else { return false }
      let past = PastWait(place: place, started: instant, deadline: instant)
      state.leave(nil, as: .some(past), gaveUp: false)
      return true
    }
  }

  private mutating func judge(
    _ survey: Survey<Place>, _ members: Few<WaitMember>, terms: WaitTerms<Place>, at now: Instant
  ) -> Finish? {
    let isOuterOver = isTimeOver(of: terms.outer)
    guard let kind = survey.verdict(under: terms, isOuterOver: isOuterOver, now: now) else { return nil }
    return Self.finish(
      nil, members, terms, verdict: Verdict(kind: kind, instant: now), sawSurplus: survey.sawSurplus,
      past: .some(PastWait(terms, started: now)), in: &expectations)
  }

  /// Whether the time is over of a wait, or of one around it.
  private mutating func isTimeOver(of wait: SlotKey?) -> Bool {
    guard let wait, waits.contains(wait) else { return false }
    let (kind, outer) = waits.inPlace(wait) { ($0.verdict?.kind, $0.outer) }
    return kind == .timedOut || kind == .interrupted || isTimeOver(of: outer)
  }

  private mutating func survey(_ members: Few<WaitMember>) -> Survey<Place> {
    surveys += 1
    var survey = Survey<Place>()
    for (position, member) in members.enumerated() where expectations[member.expectation].isNew(in: surveys) {
      survey.include(expectations[member.expectation], member, at: position)
    }
    return survey
  }

  private mutating func enroll(_ members: Few<WaitMember>, in wait: SlotKey) {
    surveys += 1
    var rank = 0
    for (position, member) in members.enumerated() where expectations[member.expectation].isNew(in: surveys) {
      expectations[member.expectation].join(Membership(wait: wait, position: position, rank: rank))
      arm(member.expectation)
      if !expectations[member.expectation].bounds.isQuiet, !member.endsQuiet { rank += 1 }
    }
  }

  /// Looks at a wait because its time may be over. Early and stale calls change nothing.
  mutating func expire(_ wait: SlotKey, at now: Instant) -> Effects<Waiter, Place> {
    var effects = Effects<Waiter, Place>()
    guard waits.contains(wait) else { return effects }
    settle(wait, at: now, &effects)
    if isOpen(wait) {
      effects.nextLook = waits[wait].nextLook(after: now)
    }
    return effects
  }

  /// Ends a wait because the clock that it is measured on has passed its deadline. Stale calls change nothing.
  mutating func timeUp(_ wait: SlotKey, at now: Instant) -> Effects<Waiter, Place> {
    var effects = Effects<Waiter, Place>()
    guard waits.contains(wait) else { return effects }
    settle(wait, at: now, &effects)
    guard isOpen(wait) else { return effects }
    decide(wait, waits[wait].verdictOfTheTime, at: now, &effects)
    return effects
  }

  mutating func cancel(_ wait: SlotKey, at now: Instant) -> Effects<Waiter, Place> {
    var effects = Effects<Waiter, Place>()
    guard waits.contains(wait) else { return effects }
    settle(wait, at: now, &effects)
    decide(wait, .cancelled, at: now, &effects)
    return effects
  }

  /// Ends a wait that has its verdict, and hands it the surpluses that it is to report.
  mutating func finish(_ wait: SlotKey) -> Finish {
    unlink(wait)
    let finish = waits.inPlace(wait) { state in
      Self.finish(
        wait, state.members, state.terms, verdict: state.verdict!, sawSurplus: state.sawSurplus, past: state.past,
        in: &expectations)
    }
    waits.discard(wait)
    return finish
  }

  /// Makes the neighbours of a wait on its thread neighbours of each other.
  private mutating func unlink(_ wait: SlotKey) {
    let (outer, inner) = waits.inPlace(wait) { ($0.outer, $0.inner) }
    if let outer, waits.contains(outer) { waits[outer].inner = inner }
    if let inner { waits[inner].outer = outer }
  }

  private static func finish(
    _ wait: SlotKey?, _ members: Few<WaitMember>, _ terms: WaitTerms<Place>, verdict: Verdict, sawSurplus: Bool,
    past: Rare<PastWait<Place>>, in expectations: inout Slots<ExpectationState<Place>>
  ) -> Finish {
    var claimed: [Int] = []
    let isUp = terms.warnsOfLateness && (verdict.kind == .timedOut || verdict.kind == .interrupted)
    for (position, member) in members.enumerated() {
      let key = member.expectation
      guard !terms.onlyWatches else {
        expectations[key].leave(wait)
        continue
      }
      let gaveUp = isUp && !expectations[key].bounds.isQuiet && !expectations[key].isComplete && !member.endsQuiet
      expectations[key].leave(wait, as: past, gaveUp: gaveUp)
      if sawSurplus, verdict.kind != .cancelled, expectations[key].claimSurplus() {
        claimed.append(position)
      }
    }
    return Finish(verdict: verdict, sawSurplus: sawSurplus, claimed: claimed)
  }

  // MARK: Verdicts

  /// Whether a wait goes on: it is neither decided nor over.
  private mutating func isOpen(_ wait: SlotKey) -> Bool {
    waits.contains(wait) && waits.inPlace(wait) { $0.verdict == nil }
  }

  /// Lets the clock decide before anything that happens after its time.
  private mutating func settle(_ wait: SlotKey, at now: Instant, _ effects: inout Effects<Waiter, Place>) {
    guard isOpen(wait), let kind = waits.inPlace(wait, { $0.verdictOfTheClock(at: now) }) else { return }
    decide(wait, kind, at: now, &effects)
  }

  private mutating func decide(
    _ wait: SlotKey, _ kind: Verdict.Kind, at now: Instant, _ effects: inout Effects<Waiter, Place>
  ) {
    // The first verdict stands: a wait is judged once.
    guard isOpen(wait) else { return }
    let (wake, only) = waits.inPlace(wait) { ($0.decide(Verdict(kind: kind, instant: now)), $0.onlyMember) }
    if let only { triggers[Int(only.index)] = nil }
    effects.wake.append(wake)
    if wake.success != nil { _ = finish(wait) }
    guard kind == .timedOut || kind == .interrupted else { return }
    interrupt(inside: wait, at: now, &effects)
  }

  /// Ends the waits inside of one whose time is over. One that has its verdict has not been left yet.
  private mutating func interrupt(inside wait: SlotKey, at now: Instant, _ effects: inout Effects<Waiter, Place>) {
    guard let inner = waits.inPlace(wait, { $0.inner }) else { return }
    if isOpen(inner) {
      decide(inner, .interrupted, at: now, &effects)
    } else {
      interrupt(inside: inner, at: now, &effects)
    }
  }
}

extension WaitMachine: Equatable where Waiter: Equatable, Place: Equatable {}
extension WaitMachine: Hashable where Waiter: Hashable, Place: Hashable {}
extension WaitMachine: Sendable where Waiter: Sendable, Place: Sendable {}
