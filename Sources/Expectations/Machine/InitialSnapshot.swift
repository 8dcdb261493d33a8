/// Collects which events have already happened when a wait begins, and decides whether they end the wait at once.
struct InitialSnapshot {
  private(set) var wanted = 0
  private(set) var pending = 0
  private(set) var firstInverted: Int?
  private(set) var sawSurplus = false
  /// Whether the signal, which ends the windows early, has come.
  private(set) var isInversionOver = false
  private(set) var hasSignal = false

  private var isEmpty = true
  private var impossible: Int?
  private var forbidden: Int?
  private var failed: (position: Int, instant: MonotonicInstant)?
  private var earliest: (position: Int, instant: MonotonicInstant)?
  private var latest: (position: Int, instant: MonotonicInstant)?
  private var firstPending: Int?
  private var outOfOrder: Verdict.Kind?
  private var firstBlockedByWaiter: Int?
  private var unreachable = 0

  mutating func include(_ state: ExpectationState, _ member: WaitMember, at position: Int) {
    isEmpty = false
    if state.bounds.defect != nil { impossible = impossible ?? position }
    if state.surplus != nil { sawSurplus = true }
    if let instant = state.failedAt, instant < failed?.instant ?? .never { failed = (position, instant) }
    if member.endsInversion {
      hasSignal = true
      if state.isComplete { isInversionOver = true }
      return
    }
    if state.bounds.isInverted {
      firstInverted = firstInverted ?? position
      if state.surplus != nil { forbidden = forbidden ?? position }
      return
    }
    wanted += 1
    if let instant = state.completedAt {
      includeComplete(position, at: instant)
    } else {
      pending += 1
      firstPending = firstPending ?? position
      guard member.isBlockedByWaiter else { return }
      unreachable += 1
      firstBlockedByWaiter = firstBlockedByWaiter ?? position
    }
  }

  private mutating func includeComplete(_ position: Int, at instant: MonotonicInstant) {
    if instant < earliest?.instant ?? .never { earliest = (position, instant) }
    if outOfOrder == nil, let awaited = firstPending {
      outOfOrder = .outOfOrder(early: position, awaited: awaited)
    } else if outOfOrder == nil, let latest, instant < latest.instant {
      outOfOrder = .outOfOrder(early: position, awaited: latest.position)
    }
    latest = (position, instant)
  }

  /// Returns the verdict of a wait that begins now, or nil when the wait must continue.
  ///
  /// Earlier events decide first, then obstacles such as a blocked queue, then the clock.
  func verdict(under parameters: WaitParameters, isOuterOver: Bool, now: MonotonicInstant) -> Verdict.Kind? {
    if let kind = verdictOfEvents(under: parameters) { return kind }
    if let firstBlockedByWaiter, parameters.rule != .any || (unreachable == wanted && firstInverted == nil) {
      return .unreachable(firstBlockedByWaiter)
    }
    if isOuterOver { return .interrupted }
    let hasInverted = firstInverted != nil && !isInversionOver
    let isPending = pending > 0 || (hasInverted && hasSignal)
    let isOver = parameters.decisionInstant(isPending: isPending, hasInverted: hasInverted) <= now
    return isOver ? parameters.verdictAtDeadline(isPending: isPending, firstInverted: firstInverted) : nil
  }

  private func verdictOfEvents(under parameters: WaitParameters) -> Verdict.Kind? {
    if isEmpty { return .empty }
    if let impossible { return .impossible(impossible) }
    if parameters.needsValues, let firstInverted { return .valueless(firstInverted) }
    if let forbidden { return .forbidden(forbidden) }
    if parameters.rule == .any, let earliest, earliest.instant < failed?.instant ?? .never {
      return .completed(first: earliest.position)
    }
    if let failed { return .failed(failed.position) }
    if parameters.rule == .allInOrder, let outOfOrder { return outOfOrder }
    let isInverted = firstInverted != nil && !isInversionOver
    return parameters.rule != .any && pending == 0 && !isInverted ? .completed(first: nil) : nil
  }
}
