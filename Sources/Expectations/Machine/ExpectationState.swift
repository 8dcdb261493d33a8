/// The state of one expectation: its fulfillments, the waits that wait for it, and what is still to be reported.
struct ExpectationState: TableValue {
  /// What a fulfillment changed.
  enum Step: Hashable {
    /// The fulfillment counted, but did not complete the expectation.
    case counted
    /// The fulfillment completed the expectation.
    case completed
    /// The fulfillment was the first to deliver an error.
    case failed
    /// The fulfillment was the first beyond the upper bound.
    case extra
    /// The fulfillment was beyond the upper bound, but not the first. Only the first is reported.
    case ignored
  }

  /// What does not depend on its fulfillments.
  let origin: Origin?
  private(set) var bounds: FulfillmentCount
  private(set) var count = 0
  private(set) var history = FulfillmentHistory()
  private(set) var completedAt: Moment?
  private(set) var failedAt: Moment?
  // An array, because most expectations have none, and a state is copied often.
  private var extras: [ExtraFulfillment] = []
  private(set) var memberships: [Membership] = []
  /// The last wait that ended.
  private(set) var lastWait: WaitReference?
  /// The number of the last pass that visited this expectation. A wait may list an expectation twice, and visits it
  /// once.
  private var lastPass = 0

  /// Whether a wait or a report of its own has taken the extra fulfillment. Each problem causes one failure.
  private(set) var isExtraReported = false
  /// Whether the extra fulfillment came after the window of an expectation that must not happen: no problem, unless
  /// another wait follows.
  var isExtraForgiven = false
  /// Whether a wait threw or reported the error.
  var isErrorReported = false
  /// Whether a wait for the expectation was decided, and not just canceled.
  private(set) var isJudged = false
  /// Whether what comes after the last wait may still matter: it succeeded, or watched that nothing comes yet.
  private(set) var isLeftOpen = false
  /// Whether the last wait gave up on the expectation, and no fulfillment has come since.
  private var isGivenUp = false
  /// Whether the test has read the values of the fulfillments, or need not wait for another reason.
  var isRead = false

  init(origin: Origin?, bounds: FulfillmentCount) {
    self.origin = origin
    self.bounds = bounds
  }

  static var vacant: ExpectationState { ExpectationState(origin: nil, bounds: FulfillmentCount(exactly: 1)) }

  var isComplete: Bool { completedAt != nil }

  /// The first fulfillment beyond what it allows.
  var extra: ExtraFulfillment? { extras.first }
  var hasExtra: Bool { !extras.isEmpty }

  /// Whether it has an extra fulfillment that its release must report.
  var hasUnreportedExtra: Bool { hasExtra && !isExtraReported && !isExtraForgiven }

  /// Whether no test has waited for it or read it. That something happened that must not happen says enough.
  var isNeverAwaited: Bool {
    !isJudged && !isRead && memberships.isEmpty && bounds.isPossible && !(bounds.isInverted && hasExtra)
  }

  mutating func fulfill(_ fulfillment: Fulfillment) -> Step {
    let step = step(of: fulfillment)
    history.append(fulfillment)
    if count < .max { count += 1 }
    return step
  }

  /// Fulfills it if no wait waits for it. Returns the waits, and the problem of the fulfillment if it is one.
  mutating func fulfillOutsideWaits(_ fulfillment: Fulfillment) -> ([Membership], StrayFulfillment?) {
    memberships.count == 0 ? ([], stray(of: fulfill(fulfillment))) : (memberships, nil)
  }

  private mutating func step(of fulfillment: Fulfillment) -> Step {
    guard count < bounds.upper else {
      guard extras.isEmpty else { return .ignored }
      extras = [ExtraFulfillment(lastAllowed: history.last, fulfillment: fulfillment)]
      return .extra
    }
    if fulfillment.isError {
      guard failedAt == nil else { return .counted }
      failedAt = fulfillment.time
      return .failed
    }
    guard count + 1 == bounds.lower, failedAt == nil else { return .counted }
    completedAt = fulfillment.time
    return .completed
  }

  /// Returns the problem of a fulfillment that no wait will judge, or nil if it is no problem.
  private mutating func stray(of step: Step) -> StrayFulfillment? {
    switch step {
    case .extra:
      // No wait has come yet. The first wait claims the extra fulfillment, or else the release of the expectation.
      guard let lastWait else { return nil }
      // An event that must not happen is only checked before and during a wait.
      guard !bounds.isInverted else {
        isExtraForgiven = true
        return nil
      }
      isExtraReported = true
      return extra.map { .extra($0, after: lastWait) }
    case .counted, .completed, .failed:
      guard isGivenUp, let lastWait, let last = history.last else { return nil }
      isGivenUp = false
      return .late(last, after: lastWait, completes: step != .counted)
    case .ignored:
      return nil
    }
  }

  /// Whether no wait has begun, so that the bounds may change.
  var mayChangeBounds: Bool { memberships.isEmpty && lastWait == nil }

  /// Changes how often it must be fulfilled. Call it only if ``mayChangeBounds``.
  mutating func changeBounds(to new: FulfillmentCount) {
    var fresh = ExpectationState(origin: origin, bounds: new)
    fresh.isRead = isRead
    history.replay(count: count) { _ = fresh.fulfill($0) }
    // As in XCTest, a fulfillment that was once too many stays so, and one that was allowed when it came stays allowed.
    // An event that must not happen is only judged by a wait.
    if !new.isInverted || fresh.extras.isEmpty { fresh.extras = bounds.isInverted ? [] : extras }
    self = fresh
  }

  /// Notes that the pass with this number visits the expectation. Returns false if it has visited it before.
  mutating func markVisited(inPass number: Int) -> Bool {
    defer { lastPass = number }
    return lastPass != number
  }

  mutating func join(_ membership: Membership) { memberships.append(membership) }

  /// Leaves a wait that has ended, or that was decided when it began.
  ///
  /// - `staysOpen`: Whether what comes later may still matter.
  /// - `gaveUp`: Whether the wait gave up on the expectation.
  /// - `isJudged`: Whether the wait has judged the expectation.
  mutating func leave(_ key: TableKey?, _ wait: WaitReference, staysOpen: Bool, gaveUp: Bool, isJudged: Bool) {
    leave(key)
    (lastWait, isLeftOpen) = (wait, staysOpen)
    if isJudged { self.isJudged = true }
    isGivenUp = gaveUp
  }

  /// Leaves a wait that judges nothing.
  mutating func leave(_ key: TableKey?) {
    if let key { memberships.removeAll { $0.wait == key } }
  }

  /// Gives back the extra fulfillment, which the caller does not report: it is no problem, unless another wait follows.
  mutating func giveBackExtra() { (isExtraReported, isExtraForgiven) = (false, memberships.isEmpty) }

  /// Claims an extra fulfillment that was given back, as `takeExtra` does.
  mutating func takeExtraAgain() -> ExtraFulfillment? {
    isExtraForgiven = false
    return takeExtra()
  }

  /// Claims the extra fulfillment for the caller, which reports it. Returns nil when none remains unreported.
  mutating func takeExtra() -> ExtraFulfillment? {
    guard hasUnreportedExtra else { return nil }
    isExtraReported = true
    return extra
  }
}

/// The role of one expectation in one live wait.
struct Membership: Hashable, Sendable {
  var wait: TableKey
  /// The position of the expectation in the list of the wait.
  var position: Int
  /// How many expectations that must be fulfilled precede it in the list.
  var rank: Int
}

/// The first fulfillment beyond what the expectation allows, and the last that it allows, if it allows any.
struct ExtraFulfillment: Hashable, Sendable {
  var lastAllowed: Fulfillment?
  var fulfillment: Fulfillment
}

/// A fulfillment that no wait judges but that is still a problem.
indirect enum StrayFulfillment: Hashable, Sendable {
  case extra(ExtraFulfillment, after: WaitReference)
  /// - `completes`: Whether it would have ended a wait: it completed the expectation, or delivered an error.
  case late(Fulfillment, after: WaitReference, completes: Bool)
}

/// What an expectation is, apart from its fulfillments: what it is called, and where and in which test it was created.
final class Origin: @unchecked Sendable {
  /// Who waits for an expectation.
  enum Role: Sendable {
    /// The test must wait for it.
    case ofTest
    /// A call of the library waits for it, which the test made.
    case ofCall
    /// The library waits for it as long as a condition lasts.
    case ofCondition
  }

  // Sendable: the variable is written only under the lock of the engine, before the first wait.
  var title: String
  let createdAt: CallSite
  let host: any TestHost
  let role: Role
  /// Why no number of fulfillments can meet its count; empty if one can.
  let defect: String

  init(_ title: String, createdAt: CallSite, host: any TestHost, role: Role, defect: String = "") {
    self.title = title
    self.createdAt = createdAt
    self.host = host
    self.role = role
    self.defect = defect
  }
}

extension Origin: Hashable {
  static func == (one: Origin, other: Origin) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What sleeps in a wait.
protocol Waiter: AnyObject, Sendable {
  /// The line of the wait.
  var site: CallSite { get }
  /// Grants the permit.
  func grant()
  /// Notes that an observer had to look before the sleeper wakes. Call it under the engine's lock.
  func noteHeld(until instant: Instant)
  /// Wakes the sleeper that has the permit.
  func wake()
}

/// A wait, with its identity as its value.
struct WaitReference: Hashable, Sendable {
  let object: (any Waiter)?

  static func == (lhs: WaitReference, rhs: WaitReference) -> Bool { lhs.object === rhs.object }

  func hash(into hasher: inout Hasher) { hasher.combine(object.map { ObjectIdentifier($0) }) }
}

extension Machine {
  /// Whether a fulfillment may still matter: a wait is undecided or none has begun, or the last one ended well without
  /// it. A wait that is decided may still be on its way to its caller.
  func isOpen(_ key: TableKey) -> Bool {
    let state = expectations[key]
    guard !state.memberships.isEmpty else { return state.lastWait == nil || state.isLeftOpen && !state.isComplete }
    return state.memberships.contains { membership in
      guard let verdict = waits[membership.wait].verdict else { return true }
      return verdict.isSuccess && !state.isComplete
    }
  }

  /// Whether the test of a wait wants to know why its time was over.
  func wantsExplanation(_ key: TableKey) -> Bool {
    let wait = waits[key]
    guard wait.terms.judges, !wait.terms.isInRealTime, let member = wait.members.first else { return false }
    return expectations[member].origin.map { !$0.host.onlyCollects } ?? false
  }
}
