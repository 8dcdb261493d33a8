// The rules for waits: how a wait begins, how it is decided, and how it ends.

extension Machine {
  func isLive(_ wait: SlotKey) -> Bool { waits.contains(wait) }

  /// Returns the state of a wait, or nil when it has ended.
  func wait(_ wait: SlotKey) -> WaitState? { isLive(wait) ? waits[wait] : nil }

  /// Returns the waits that have not ended and occupy a thread of one of these queues, or belong to this test.
  mutating func waits(occupying queues: QueueSet, orOf test: ObjectIdentifier?) -> [SlotKey] {
    waits.keys.filter { wait in
      waits.withValue(wait) {
        !$0.parameters.occupiedQueue.isDisjoint(with: queues) || test != nil && $0.parameters.test == test
      }
    }
  }

  /// Begins a wait, which earlier events may end at once. Otherwise the machine makes its
  /// waiter, which sleeps until an action wakes it.
  mutating func begin(
    _ members: TinyArray<WaitMember>, parameters: WaitParameters, waiter: @autoclosure () -> WaiterReference,
    at now: MonotonicInstant
  ) -> WaitStart {
    let snapshot = snapshot(members)
    if let verdict = judge(snapshot, members, parameters: parameters, at: now) { return .ended(verdict) }
    let outer = parameters.outer
    let state = WaitState(
      parameters: parameters, waiter: waiter(), started: now, members: members, snapshot: snapshot)
    let nextCheck = state.nextCheck(after: now)
    let wait = waits.insert(consume state)
    addMemberships(of: members, in: wait)
    if let outer, waits.contains(outer) { waits[outer].inner = wait }
    return .pending(wait, nextCheck: nextCheck)
  }

  private mutating func judge(
    _ snapshot: InitialSnapshot, _ members: TinyArray<WaitMember>, parameters: WaitParameters,
    at now: MonotonicInstant
  ) -> Verdict? {
    let isOuterOver = isTimeOver(of: parameters.outer)
    guard let kind = snapshot.verdict(under: parameters, isOuterOver: isOuterOver, now: now) else { return nil }
    return Self.leave(
      nil, members, parameters, verdict: Verdict(kind: kind, instant: now, sawSurplus: snapshot.sawSurplus),
      endedWait: .some(EndedWait(parameters, at: now)), in: &expectations)
  }

  /// Returns whether the time of a wait, or of a wait around it, is over.
  private mutating func isTimeOver(of wait: SlotKey?) -> Bool {
    guard let wait, waits.contains(wait) else { return false }
    let (kind, outer) = waits.withValue(wait) { ($0.verdict?.kind, $0.outer) }
    return kind == .timedOut || kind == .interrupted || isTimeOver(of: outer)
  }

  private mutating func snapshot(_ members: TinyArray<WaitMember>) -> InitialSnapshot {
    passes += 1
    var snapshot = InitialSnapshot()
    for (position, member) in members.enumerated() where expectations[member.expectation].markVisited(inPass: passes) {
      expectations.withValue(member.expectation) { snapshot.include($0, member, at: position) }
    }
    return snapshot
  }

  private mutating func addMemberships(of members: TinyArray<WaitMember>, in wait: SlotKey) {
    passes += 1
    var rank = 0
    for (position, member) in members.enumerated() where expectations[member.expectation].markVisited(inPass: passes) {
      expectations[member.expectation].join(Membership(wait: wait, position: position, rank: rank))
      if !expectations[member.expectation].bounds.isInverted, !member.endsInversion { rank += 1 }
    }
  }

  /// Checks a wait whose time may be over. Early and stale calls change nothing.
  mutating func expire(_ wait: SlotKey, at now: MonotonicInstant) -> Action {
    var action = Action()
    guard waits.contains(wait) else { return action }
    applyDeadline(of: wait, at: now, &action)
    if isUndecided(wait) {
      action.nextCheck = waits[wait].nextCheck(after: now)
    }
    return action
  }

  /// Decides a wait because its own clock has passed the deadline. Stale calls change nothing.
  mutating func timeUp(_ wait: SlotKey, at now: MonotonicInstant) -> Action {
    var action = Action()
    guard waits.contains(wait) else { return action }
    applyDeadline(of: wait, at: now, &action)
    guard isUndecided(wait) else { return action }
    decide(wait, waits[wait].verdictWhenTimeIsUp, at: now, &action)
    return action
  }

  /// Moves waits to earlier instants, because their own time has passed.
  mutating func bringForward(by passed: OwnTime.Passed) {
    for wait in waits.keys {
      let time = waits.withValue(wait) { passed.time(of: $0.parameters) }
      if time > 0 { waits[wait].bringForward(by: time) }
    }
  }

  mutating func cancel(_ wait: SlotKey, at now: MonotonicInstant) -> Action {
    var action = Action()
    guard waits.contains(wait) else { return action }
    applyDeadline(of: wait, at: now, &action)
    decide(wait, .cancelled, at: now, &action)
    return action
  }

  /// Ends a wait that has its verdict. The returned verdict lists the surpluses that this wait reports.
  mutating func end(_ wait: SlotKey) -> Verdict {
    unlink(wait)
    let verdict = waits.withValue(wait) { state in
      var verdict = state.verdict!
      verdict.sawSurplus = state.sawSurplus
      return Self.leave(
        wait, state.members, state.parameters, verdict: verdict, endedWait: state.endedWait, in: &expectations)
    }
    waits.discard(wait)
    return verdict
  }

  /// Ends a wait in which no thread or task sleeps, whatever its verdict. Stale calls change nothing.
  ///
  /// The caller does not wake the waiters of the returned action, but keeps them until the lock is released.
  mutating func abandon(_ wait: SlotKey, at now: MonotonicInstant) -> Action {
    // A wait needs a verdict to end, and canceling gives it one.
    let action = cancel(wait, at: now)
    if isLive(wait) { _ = end(wait) }
    return action
  }

  /// Links the outer and the inner neighbor of a wait on its thread to each other.
  private mutating func unlink(_ wait: SlotKey) {
    let (outer, inner) = waits.withValue(wait) { ($0.outer, $0.inner) }
    if let outer, waits.contains(outer) { waits[outer].inner = inner }
    if let inner { waits[inner].outer = outer }
  }

  /// Removes the members of a wait from it, and adds the surpluses that it reports to its verdict.
  private static func leave(
    _ wait: SlotKey?, _ members: TinyArray<WaitMember>, _ parameters: WaitParameters, verdict: Verdict,
    endedWait: Boxed<EndedWait>, in expectations: inout SlotMap<ExpectationState>
  ) -> Verdict {
    var verdict = verdict
    // The caller of a wait that stays after a success judges it, canceled or not.
    let isJudged = verdict.kind != .cancelled || !parameters.endsOnSuccess
    let isUp = parameters.reportsLateFulfillment && (verdict.kind == .timedOut || verdict.kind == .interrupted)
    for (position, member) in members.enumerated() {
      let key = member.expectation
      guard !parameters.isPassive else {
        expectations[key].leave(wait)
        continue
      }
      let gaveUp = isUp && !expectations[key].bounds.isInverted && !expectations[key].isComplete
      expectations[key].leave(wait, as: endedWait, gaveUp: gaveUp, isJudged: isJudged)
      if verdict.sawSurplus, verdict.kind != .cancelled, expectations[key].takeUnreportedSurplus() {
        verdict.reportedSurpluses.append(position)
      }
    }
    return verdict
  }

  // MARK: Verdicts

  /// Returns whether a wait is live and has no verdict yet.
  mutating func isUndecided(_ wait: SlotKey) -> Bool {
    waits.contains(wait) && waits.withValue(wait) { $0.verdict == nil }
  }

  /// Lets the clock decide a wait whose time is over, before a later event can. Returns whether the wait is live and
  /// still has no verdict.
  @discardableResult
  mutating func applyDeadline(of wait: SlotKey, at now: MonotonicInstant, _ action: inout Action) -> Bool {
    guard waits.contains(wait) else { return false }
    let (isUndecided, kind) = waits.withValue(wait) { ($0.verdict == nil, $0.verdictAtDeadline(at: now)) }
    guard isUndecided, let kind else { return isUndecided }
    decide(wait, kind, at: now, &action)
    return false
  }

  mutating func decide(
    _ wait: SlotKey, _ kind: Verdict.Kind, at now: MonotonicInstant, _ action: inout Action
  ) {
    // The first verdict is final.
    guard isUndecided(wait) else { return }
    let wakeup = waits.withValue(wait) { $0.decide(Verdict(kind: kind, instant: now)) }
    action.wakeups.append(wakeup)
    if wakeup.success != nil { _ = end(wait) }
    guard kind == .timedOut || kind == .interrupted else { return }
    interrupt(inside: wait, at: now, &action)
  }

  /// Interrupts the waits inside a wait whose time is over. A decided inner wait may still be live, and contain others.
  private mutating func interrupt(inside wait: SlotKey, at now: MonotonicInstant, _ action: inout Action) {
    guard let inner = waits.withValue(wait, { $0.inner }) else { return }
    if isUndecided(inner) {
      decide(inner, .interrupted, at: now, &action)
    } else {
      interrupt(inside: inner, at: now, &action)
    }
  }
}

extension OwnTime.Passed {
  /// The time of this wait.
  fileprivate func time(of wait: borrowing WaitParameters) -> Nanoseconds {
    time(wait.occupiedQueue, in: wait.test)
  }
}
