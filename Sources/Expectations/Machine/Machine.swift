/// Decides every wait. It is the state of all expectations and waits of the process, as one plain value without a lock,
/// a clock, a thread or a closure.
///
/// The engine calls a method for each event, and then carries out the action that the method returns. Instants increase
/// from event to event, and the machine applies the deadline of a wait before a fulfillment can count for it. A
/// fulfillment is therefore on time exactly when its instant is not later than the deadline, even if the timer fires
/// late.
struct Machine: Hashable, Sendable {
  var expectations = Table<ExpectationState>()
  var waits = Table<WaitState>()
  /// How many passes over the members of a wait have begun. It numbers the passes.
  private var passes = 0

  /// The work for the engine after an event: it grants the permits under its lock, and does the rest afterwards.
  struct Action: Hashable, Sendable {
    /// The waits that the event decided.
    var decided: [WaitReference] = []
    /// Whether the time of a wait is over whose test wants that explained.
    var needsExplanation = false
    var stray: StrayFulfillment?
  }

  /// Fulfills an expectation once.
  mutating func fulfill(_ key: TableKey, _ fulfillment: Fulfillment) -> Action {
    let (memberships, stray) = expectations[key].fulfillOutsideWaits(fulfillment)
    // In a debug build, `isEmpty` takes ten times as long as `count`.
    guard memberships.count > 0 else { return Action(stray: stray) }
    var action = Action()
    for membership in memberships { applyTime(to: membership.wait, at: fulfillment.time, &action) }
    let step = expectations[key].fulfill(fulfillment)
    for membership in memberships where waits[membership.wait].verdict == nil {
      apply(step, to: membership, of: key, at: fulfillment.time, &action)
    }
    if step == .extra, expectations[key].bounds.isInverted { forgiveIfAllAreDecided(key, memberships) }
    return action
  }

  /// An event that must not happen may happen after its window: no wait reports it then.
  private mutating func forgiveIfAllAreDecided(_ key: TableKey, _ memberships: [Membership]) {
    let isReported = memberships.contains {
      if case .forbidden = waits[$0.wait].verdict?.kind { true } else { false }
    }
    if !isReported { expectations[key].isExtraForgiven = true }
  }

  private mutating func apply(
    _ step: ExpectationState.Step, to membership: Membership, of key: TableKey, at now: Moment, _ action: inout Action
  ) {
    let wait = membership.wait
    switch step {
    // The end of the wait judges an extra fulfillment, because more expectations may still come.
    case .counted, .ignored: break
    case .extra:
      if expectations[key].bounds.isInverted { decide(wait, .forbidden(membership.position), at: now, &action) }
    case .failed: decide(wait, .failed(membership.position), at: now, &action)
    case .completed:
      waits[wait].pending -= 1
      if waits[wait].isOutOfOrder(membership) {
        decide(wait, .outOfOrder(early: membership.position, awaited: firstPending(of: wait)), at: now, &action)
      } else if let kind = waits[wait].verdict(onCompletionOf: membership, at: now) {
        decide(wait, kind, at: now, &action)
      }
    }
  }

  private func firstPending(of wait: TableKey) -> Int {
    waits[wait].members.firstIndex { !expectations[$0].bounds.isInverted && !expectations[$0].isComplete } ?? 0
  }

  // MARK: How a wait begins and ends

  /// Begins a wait, which earlier events may end at once.
  ///
  /// - Parameter outer: The wait on the same thread inside which this one runs.
  mutating func begin(
    _ wait: WaitReference, _ terms: WaitTerms, for members: [TableKey], inside outer: TableKey?, at now: Moment
  ) -> Beginning {
    var snapshot = InitialSnapshot()
    visit(members) { machine, position in
      machine.expectations[members[position]].isExtraForgiven = false
      snapshot.include(machine.expectations[members[position]], at: position)
    }
    if let kind = snapshot.verdict(under: terms, isOuterOver: isTimeOver(of: outer, at: now)) {
      var verdict = Verdict(kind: kind, time: now)
      leave(nil, wait, terms, members, &verdict)
      return .ended(verdict)
    }
    let outer = outer.flatMap { waits.contains($0) ? $0 : nil }
    let key = waits.insert(
      WaitState(wait, terms, started: now, members: members, snapshot: snapshot, outer: outer))
    var rank = 0
    visit(members) { machine, position in
      machine.expectations[members[position]].join(Membership(wait: key, position: position, rank: rank))
      if !machine.expectations[members[position]].bounds.isInverted { rank += 1 }
    }
    if let outer { waits[outer].inner = key }
    return .pending(key)
  }

  /// Calls `body` with the position of each expectation, once for an expectation that is listed twice.
  private mutating func visit(_ members: [TableKey], _ body: (inout Machine, Int) -> Void) {
    passes += 1
    for position in members.indices where expectations[members[position]].markVisited(inPass: passes) {
      body(&self, position)
    }
  }

  /// Ends a wait that has its verdict. Nothing of it is left in the machine.
  mutating func end(_ key: TableKey) -> (WaitState, Verdict) {
    let (outer, inner) = (waits[key].outer, waits[key].inner)
    if let outer, waits.contains(outer) { waits[outer].inner = inner }
    if let inner { waits[inner].outer = outer }
    guard let state = waits.remove(key), var verdict = state.verdict else {
      preconditionFailure("a wait has ended without a verdict")
    }
    leave(key, state.wait, state.terms, state.members, &verdict)
    return (state, verdict)
  }

  /// Removes the members of a wait from it, and adds the extra fulfillments that it reports to its verdict.
  private mutating func leave(
    _ key: TableKey?, _ wait: WaitReference, _ terms: WaitTerms, _ members: [TableKey], _ verdict: inout Verdict
  ) {
    guard terms.judges else {
      for member in members { expectations[member].leave(key) }
      return
    }
    let isCancelled = verdict.kind == .cancelled
    for (position, member) in members.enumerated() {
      // An interrupted wait was not too short: its own time was not over.
      let gaveUp =
        verdict.kind == .timedOut && terms.reportsLateness && !expectations[member].bounds.isInverted
        && !expectations[member].isComplete
      // An expectation that nothing happens is over with its window.
      let isOver = expectations[member].bounds.isInverted && terms.rule != .any
      let staysOpen = verdict.isSuccess && !isOver || terms.isQuiet && verdict.kind == .timedOut
      expectations[member].leave(key, wait, staysOpen: staysOpen, gaveUp: gaveUp, isJudged: !isCancelled)
      guard !isCancelled, expectations[member].hasExtra, !expectations[member].isExtraForgiven else { continue }
      verdict.sawExtra = true
      if let extra = expectations[member].takeExtra() { verdict.extras[position] = extra }
    }
  }

  // MARK: Time, cancellation, nested waits

  /// Lets the clock decide all waits whose time is over.
  mutating func applyTime(at now: Moment) -> Action {
    var action = Action()
    for key in waits.keys { applyTime(to: key, at: now, &action) }
    return action
  }

  /// Lets the clock decide a wait whose time is over, before a later event can.
  private mutating func applyTime(to key: TableKey, at now: Moment, _ action: inout Action) {
    guard waits[key].verdict == nil else {
      if waits[key].noteConditionIsOver(at: now) { interrupt(inside: key, at: now, &action) }
      return
    }
    if let kind = waits[key].verdictOfTime(at: now) { decide(key, kind, at: now, &action) }
  }

  /// Decides a wait because another clock has passed its limit. Stale calls change nothing.
  mutating func timeUp(_ key: TableKey, at now: Moment) -> Action {
    var action = Action()
    if waits.contains(key) { decide(key, waits[key].verdictWhenTimeIsUp, at: now, &action) }
    return action
  }

  mutating func cancel(_ key: TableKey, at now: Moment) -> Action {
    var action = Action()
    guard waits.contains(key) else { return action }
    applyTime(to: key, at: now, &action)
    decide(key, .cancelled, at: now, &action)
    return action
  }

  /// Returns whether the time of a wait, or of a wait around it, is over.
  private func isTimeOver(of key: TableKey?, at now: Moment) -> Bool {
    guard let key, waits.contains(key) else { return false }
    return waits[key].isTimeOver(at: now) || isTimeOver(of: waits[key].outer, at: now)
  }

  private mutating func decide(_ key: TableKey, _ kind: Verdict.Kind, at now: Moment, _ action: inout Action) {
    // The first verdict is final.
    guard waits[key].verdict == nil else { return }
    let verdict = Verdict(kind: kind, time: now)
    waits[key].verdict = verdict
    action.decided.append(waits[key].wait)
    if kind == .timedOut, wantsExplanation(key) { action.needsExplanation = true }
    if waits[key].isTimeOver { interrupt(inside: key, at: now, &action) }
  }

  /// Interrupts the waits inside a wait whose time is over. A decided inner wait may still be live, and contain others.
  private mutating func interrupt(inside key: TableKey, at now: Moment, _ action: inout Action) {
    guard let inner = waits[key].inner else { return }
    guard waits[inner].verdict == nil else { return interrupt(inside: inner, at: now, &action) }
    decide(inner, .interrupted, at: now, &action)
  }
}

/// Collects which events have already happened when a wait begins, and decides whether they end the wait at once.
struct InitialSnapshot {
  private(set) var wanted = 0
  private(set) var pending = 0
  private(set) var firstInverted: Int?

  private var isEmpty = true
  private var impossible: Int?
  private var forbidden: Int?
  private var failed: (position: Int, time: Instant)?
  private var earliest: (position: Int, time: Instant)?
  private var latest: (position: Int, time: Instant)?
  private var firstPending: Int?
  private var outOfOrder: Verdict.Kind?

  mutating func include(_ state: ExpectationState, at position: Int) {
    isEmpty = false
    if !state.bounds.isPossible { impossible = impossible ?? position }
    if let time = state.failedAt?.fair, time < failed?.time ?? .never { failed = (position, time) }
    if state.bounds.isInverted {
      firstInverted = firstInverted ?? position
      if state.hasExtra { forbidden = forbidden ?? position }
      return
    }
    wanted += 1
    guard let time = state.completedAt?.fair else {
      pending += 1
      firstPending = firstPending ?? position
      return
    }
    if time < earliest?.time ?? .never { earliest = (position, time) }
    if outOfOrder == nil {
      if let firstPending {
        outOfOrder = .outOfOrder(early: position, awaited: firstPending)
      } else if let latest, time < latest.time {
        outOfOrder = .outOfOrder(early: position, awaited: latest.position)
      }
    }
    latest = (position, time)
  }

  /// Returns the verdict of a wait that begins now, or nil when the wait must continue.
  ///
  /// Earlier events decide first, then the clock.
  func verdict(under terms: WaitTerms, isOuterOver: Bool) -> Verdict.Kind? {
    if isEmpty { return .empty }
    if let impossible { return .impossible(impossible) }
    if terms.needsValues, let firstInverted { return .valueless(firstInverted) }
    if let forbidden { return .forbidden(forbidden) }
    if terms.rule == .any, let earliest, earliest.time < failed?.time ?? .never {
      return .completed(first: earliest.position)
    }
    if let failed { return .failed(failed.position) }
    if terms.rule == .allInOrder, let outOfOrder { return outOfOrder }
    if terms.rule != .any, pending == 0, firstInverted == nil { return .completed(first: nil) }
    if isOuterOver { return .interrupted }
    return verdictOfZeroLimit(under: terms)
  }

  /// Returns the verdict of a wait that may not sleep.
  private func verdictOfZeroLimit(under terms: WaitTerms) -> Verdict.Kind? {
    let hasNoWindow = firstInverted != nil && terms.window <= 0
    if terms.rule == .any { return hasNoWindow ? .completed(first: firstInverted) : terms.limit <= 0 ? .timedOut : nil }
    if pending > 0 { return terms.limit <= 0 ? .timedOut : nil }
    return hasNoWindow ? .completed(first: nil) : nil
  }
}
