/// The state of one expectation: its fulfillments, the waits that wait for it, and what is still to be reported.
struct ExpectationState: Hashable, Sendable {
  /// What a fulfillment changed.
  enum Step: Hashable {
    /// The fulfillment counted, but did not complete the expectation.
    case counted
    /// The fulfillment completed the expectation.
    case completed
    /// The fulfillment was the first to deliver an error.
    case failed
    /// The fulfillment was the first beyond the upper bound.
    case surplus
    /// The fulfillment was beyond the upper bound, but not the first. Only the first is reported.
    case ignored

    /// Whether waits depend on it.
    var concernsWaits: Bool { self != .counted && self != .ignored }
  }

  private(set) var bounds: FulfillmentBounds
  private(set) var count = 0
  private(set) var history = FulfillmentHistory()
  private(set) var completedAt: MonotonicInstant?
  private(set) var failedAt: MonotonicInstant?
  private var boxedSurplus = Boxed<Surplus>.none
  private var boxedLastWait = Boxed<EndedWait>.none
  private(set) var memberships: TinyArray<Membership> = TinyArray()
  /// The number of the last pass that visited this expectation. A wait may list an expectation twice, and visits it
  /// once.
  private var lastPass = 0

  /// Whether a wait or a report of its own has taken the surplus. Each problem causes one failure.
  private(set) var isSurplusReported = false
  /// Whether the surplus came after the window of an expectation that must not happen.
  ///
  /// It is no problem unless another wait follows.
  private var isSurplusForgiven = false
  /// Whether a wait threw or reported the error.
  var isErrorReported = false
  /// Whether any wait for the expectation has ended, except passive waits.
  private(set) var isAwaited = false
  /// Whether a wait for the expectation was decided, and not just canceled.
  private(set) var isJudged = false
  /// Whether the last wait gave up on the expectation, and no fulfillment has come since.
  private var isGivenUp = false
  /// Whether the test has read the values of the fulfillments.
  var isRead = false

  init(bounds: FulfillmentBounds) {
    self.bounds = bounds
  }

  var isComplete: Bool { completedAt != nil }

  /// Whether the expectation was judged or read, and has no unreported surplus.
  var hasNothingToReport: Bool { (isJudged || isRead) && !hasUnreportedSurplus }

  /// Whether the expectation has a surplus that its release must report.
  var hasUnreportedSurplus: Bool { surplus != nil && !isSurplusReported && !isSurplusForgiven }

  /// The first surplus fulfillment.
  var surplus: Surplus? { boxedSurplus.value }

  /// The last wait that ended.
  var lastWait: EndedWait? { boxedLastWait.value }

  mutating func fulfill(_ fulfillment: Fulfillment) -> Step {
    guard count < bounds.upper else { return exceed(with: fulfillment) }
    history.append(fulfillment)
    count += 1
    if fulfillment.isError {
      guard failedAt == nil else { return .counted }
      failedAt = fulfillment.instant
      return .failed
    }
    guard count == bounds.lower, failedAt == nil else { return .counted }
    completedAt = fulfillment.instant
    return .completed
  }

  /// Fulfills an expectation that has no live wait, and sets the problem if there is one. Returns false if it has a
  /// wait.
  mutating func fulfillWithoutWaits(_ fulfillment: Fulfillment, _ stray: inout StrayFulfillment?) -> Bool {
    guard memberships.isEmpty else { return false }
    stray = self.stray(of: fulfill(fulfillment), isBeingJudged: false)
    return true
  }

  /// Returns the problem of a fulfillment that no wait will judge, or nil if it is no problem.
  mutating func stray(of step: Step, isBeingJudged: Bool) -> StrayFulfillment? {
    switch step {
    case .surplus:
      // No wait has come yet. The first wait claims the surplus, or else the release of the expectation.
      guard isAwaited || isBeingJudged else { return nil }
      // An expectation that must not happen is only checked before and during a wait.
      guard !bounds.isInverted else {
        isSurplusForgiven = true
        return nil
      }
      guard takeUnreportedSurplus(), let surplus else { return nil }
      return .surplus(surplus, lastWait: lastWait)
    case .counted, .completed, .failed:
      // A wait that gave up but has not ended shows the late fulfillment in its own report.
      guard !isBeingJudged, let lastWait = takeUnreportedLateness(), let last = history.last else { return nil }
      return .late(last, lastWait, completes: step == .completed)
    case .ignored:
      return nil
    }
  }

  /// Whether no wait has begun, so that the bounds may change.
  var mayChangeBounds: Bool { memberships.isEmpty && !isAwaited }

  /// Changes how often it must be fulfilled. Call it only if ``mayChangeBounds``.
  ///
  /// A surplus remains one. What the new upper bound does not allow is another one only from now on, unless it must not
  /// happen.
  mutating func changeBounds(to new: FulfillmentBounds) {
    let old = bounds
    bounds = new
    let isComplete = failedAt == nil && !new.isInverted && count >= new.lower
    completedAt = isComplete ? history.nearest(to: new.lower)?.instant : nil
    if old.isInverted { boxedSurplus = .none }
    if new.isInverted, count > new.upper, let first = history.nearest(to: new.upper + 1) {
      boxedSurplus = .some(
        Surplus(lastAllowed: new.upper == 0 ? nil : history.nearest(to: new.upper), fulfillment: first))
    }
  }

  private mutating func exceed(with fulfillment: Fulfillment) -> Step {
    let isFirst = surplus == nil
    if isFirst { boxedSurplus = .some(Surplus(lastAllowed: history.last, fulfillment: fulfillment)) }
    history.append(fulfillment)
    if count < .max { count += 1 }
    return isFirst ? .surplus : .ignored
  }

  /// Notes that the pass with this number visits the expectation. Returns false if it has visited it before.
  mutating func markVisited(inPass number: Int) -> Bool {
    guard lastPass != number else { return false }
    lastPass = number
    return true
  }

  /// Joins a wait that continues.
  mutating func join(_ membership: Membership) {
    memberships.append(membership)
  }

  /// Leaves a wait that has ended, or that was decided when it began.
  ///
  /// - `isJudged`: Whether the wait, or its caller, has judged the expectation.
  mutating func leave(_ wait: SlotKey?, as endedWait: Boxed<EndedWait>, gaveUp: Bool, isJudged: Bool) {
    isAwaited = true
    if isJudged { self.isJudged = true }
    leave(wait)
    boxedLastWait = endedWait
    isGivenUp = gaveUp
  }

  /// Leaves a passive wait. The expectation keeps no record of it.
  mutating func leave(_ wait: SlotKey?) {
    if let wait { memberships.removeAll { $0.wait == wait } }
  }

  /// Claims the surplus for the caller, which reports it. Returns false when no unreported surplus remains.
  mutating func takeUnreportedSurplus() -> Bool {
    guard surplus != nil, !isSurplusReported else { return false }
    isSurplusReported = true
    return true
  }

  /// Claims, once, the report that a fulfillment came after a wait gave up. Returns nil when there is nothing to
  /// report.
  mutating func takeUnreportedLateness() -> EndedWait? {
    guard isGivenUp else { return nil }
    isGivenUp = false
    return lastWait
  }
}

/// The role of one expectation in one live wait.
struct Membership: Hashable, Sendable {
  var wait: SlotKey
  /// The position of the expectation in the list of the wait.
  var position: Int
  /// How many expectations that must be fulfilled precede it in the list.
  var rank: Int
}

/// The first fulfillment beyond what the expectation allows, and the last that it allows, if it allows any.
struct Surplus: Hashable, Sendable {
  var lastAllowed: Fulfillment?
  var fulfillment: Fulfillment
}

/// What an expectation remembers of a wait that has ended.
struct EndedWait: Hashable, Sendable {
  var place: FulfillmentPlace
  var started: MonotonicInstant
  var deadline: MonotonicInstant
  /// Whether its waiter slept; false for a wait that ended as it began.
  var hasSlept = true
}

extension EndedWait {
  /// A wait that ended as it began.
  init(_ parameters: borrowing WaitParameters, at instant: MonotonicInstant) {
    self.init(place: parameters.place, started: instant, deadline: parameters.deadline, hasSlept: false)
  }
}
