/// What had already happened when a wait began.
struct Survey<Place> {
  private(set) var wanted = 0
  private(set) var pending = 0
  private(set) var firstQuiet: Int?
  private(set) var sawSurplus = false
  /// Whether the signal has come that ends the quiet windows.
  private(set) var isQuietOver = false

  private var isEmpty = true
  private var impossible: Int?
  private var forbidden: Int?
  private var failed: (position: Int, instant: Instant)?
  private var earliest: (position: Int, instant: Instant)?
  private var latest: (position: Int, instant: Instant)?
  private var firstPending: Int?
  private var outOfOrder: Verdict.Kind?
  private var firstUnreachable: Int?
  private var unreachable = 0

  mutating func include(_ state: ExpectationState<Place>, _ member: WaitMember, at position: Int) {
    isEmpty = false
    if state.bounds.defect != nil { impossible = impossible ?? position }
    if state.surplus != nil { sawSurplus = true }
    if let instant = state.failedAt, instant < failed?.instant ?? .never { failed = (position, instant) }
    if member.endsQuiet {
      if state.isComplete { isQuietOver = true }
      return
    }
    if state.bounds.isQuiet {
      firstQuiet = firstQuiet ?? position
      if state.surplus != nil { forbidden = forbidden ?? position }
      return
    }
    wanted += 1
    if let instant = state.completedAt {
      includeComplete(position, at: instant)
    } else {
      pending += 1
      firstPending = firstPending ?? position
      guard member.isUnreachable else { return }
      unreachable += 1
      firstUnreachable = firstUnreachable ?? position
    }
  }

  private mutating func includeComplete(_ position: Int, at instant: Instant) {
    if instant < earliest?.instant ?? .never { earliest = (position, instant) }
    if outOfOrder == nil, let awaited = firstPending {
      outOfOrder = .outOfOrder(early: position, awaited: awaited)
    } else if outOfOrder == nil, let latest, instant < latest.instant {
      outOfOrder = .outOfOrder(early: position, awaited: latest.position)
    }
    latest = (position, instant)
  }

  /// What all this means for a wait that begins now; nil when it has to go on. What has happened is looked at before
  /// what stands in the way, and both before the clock.
  func verdict<P>(under terms: WaitTerms<P>, isOuterOver: Bool, now: Instant) -> Verdict.Kind? {
    if let kind = verdictOfEvents(under: terms) { return kind }
    if let firstUnreachable, terms.rule != .any || (unreachable == wanted && firstQuiet == nil) {
      return .unreachable(firstUnreachable)
    }
    if isOuterOver { return .interrupted }
    let isOver = terms.decisiveInstant(isPending: pending > 0, hasQuiet: firstQuiet != nil && !isQuietOver) <= now
    return isOver ? terms.verdictOfTheClock(isPending: pending > 0, firstQuiet: firstQuiet) : nil
  }

  private func verdictOfEvents<P>(under terms: WaitTerms<P>) -> Verdict.Kind? {
    if isEmpty { return .empty }
    if let impossible { return .impossible(impossible) }
    if terms.needsValues, let firstQuiet { return .valueless(firstQuiet) }
    if let forbidden { return .forbidden(forbidden) }
    if terms.rule == .any, let earliest, earliest.instant < failed?.instant ?? .never {
      return .completed(first: earliest.position)
    }
    if let failed { return .failed(failed.position) }
    if terms.rule == .allInOrder, let outOfOrder { return outOfOrder }
    let isQuiet = firstQuiet != nil && !isQuietOver
    return terms.rule != .any && pending == 0 && !isQuiet ? .completed(first: nil) : nil
  }
}
