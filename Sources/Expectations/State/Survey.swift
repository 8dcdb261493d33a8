/// What had already happened when a wait began.
struct Survey<Place> {
  private(set) var wanted = 0
  private(set) var pending = 0
  private(set) var firstQuiet: Int?
  private(set) var sawSurplus = false

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

  /// What all this means for a wait of that rule; nil when it has to go on. What has happened is looked at before what
  /// stands in the way, and both before the clock.
  func verdict(under rule: WaitRule, needsValues: Bool, isOuterOver: Bool) -> Verdict.Kind? {
    if isEmpty { return .empty }
    if let impossible { return .impossible(impossible) }
    if needsValues, let firstQuiet { return .valueless(firstQuiet) }
    if let forbidden { return .forbidden(forbidden) }
    if rule == .any, let earliest, earliest.instant < failed?.instant ?? .never {
      return .completed(first: earliest.position)
    }
    if let failed { return .failed(failed.position) }
    if rule == .allInOrder, let outOfOrder { return outOfOrder }
    if rule != .any, pending == 0, firstQuiet == nil { return .completed(first: nil) }
    if let firstUnreachable, rule != .any || (unreachable == wanted && firstQuiet == nil) {
      return .unreachable(firstUnreachable)
    }
    return isOuterOver ? .interrupted : nil
  }
}
