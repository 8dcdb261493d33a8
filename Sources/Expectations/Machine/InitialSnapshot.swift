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
