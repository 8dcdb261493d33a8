/// When one expectation is satisfied: counts its fulfillments and says what each of them changed.
struct ExpectationState<Place> {
  /// What a fulfillment changed.
  enum Step: Hashable {
    /// It was counted, and more are wanted, or more were allowed.
    case counted
    /// It was the one that made the expectation complete.
    case completed
    /// It was the first to deliver an error.
    case failed
    /// It was the first beyond the upper bound.
    case surplus
    /// It was beyond the upper bound like one before it, which has been or will be reported.
    case ignored
  }

  let bounds: FulfillmentBounds
  private(set) var count = 0
  private(set) var history = FulfillmentHistory<Place>()
  private(set) var completedAt: Instant?
  private(set) var failedAt: Instant?
  private var boxedSurplus = Boxed<Surplus<Place>>.none
  private var boxedLastWait = Boxed<EndedWait<Place>>.none
  private(set) var memberships: TinyArray<Membership> = TinyArray()
  /// The last snapshot that counted this expectation: one that is given twice counts once.
  private var snapshot = 0

  /// Whether a wait has taken the surplus, or it was reported by itself: each problem is one failure.
  private(set) var isSurplusReported = false
  /// Whether what must not happen did when its window had passed, which is no problem unless it is waited for again.
  private var isSurplusForgiven = false
  /// Whether the error has been thrown or reported.
  var isErrorReported = false
  /// Whether anybody ever waited for the expectation.
  private(set) var isAwaited = false
  /// Whether the last wait ended without the expectation, and nothing has come since.
  private var isGivenUp = false
  /// Whether anybody looked at what it was fulfilled with.
  var isRead = false

  init(bounds: FulfillmentBounds) {
    self.bounds = bounds
  }

  var isComplete: Bool { completedAt != nil }

  /// Whether it has been read, and with it what was too much.
  var hasNothingToReport: Bool { (isAwaited || isRead) && !hasUnreportedSurplus }

  /// Whether there is a surplus that is to be reported when nothing else comes.
  var hasUnreportedSurplus: Bool { surplus != nil && !isSurplusReported && !isSurplusForgiven }

  /// The first fulfillment too many.
  var surplus: Surplus<Place>? { boxedSurplus.value }

  /// The last wait that ended.
  var lastWait: EndedWait<Place>? { boxedLastWait.value }

  mutating func fulfill(_ fulfillment: Fulfillment<Place>) -> Step {
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

  private mutating func exceed(with fulfillment: Fulfillment<Place>) -> Step {
    let isFirst = surplus == nil
    if isFirst { boxedSurplus = .some(Surplus(allowed: history.last, extra: fulfillment)) }
    history.append(fulfillment)
    if count < .max { count += 1 }
    return isFirst ? .surplus : .ignored
  }

  /// The only wait that it is in, if its next fulfillment makes it complete.
  var waitCompletedByNextFulfillment: SlotKey? {
    guard memberships.count == 1, count + 1 == bounds.lower, failedAt == nil else { return nil }
    return memberships[0].wait
  }

  /// Whether this is the first time that the snapshot of that number meets the expectation.
  mutating func isNew(in number: Int) -> Bool {
    guard snapshot != number else { return false }
    snapshot = number
    return true
  }

  /// Enters a wait that goes on.
  mutating func join(_ membership: Membership) {
    memberships.append(membership)
  }

  /// Leaves a wait that is over, or that was decided before it began.
  mutating func leave(_ wait: SlotKey?, as past: Boxed<EndedWait<Place>>, gaveUp: Bool) {
    isAwaited = true
    leave(wait)
    boxedLastWait = past
    isGivenUp = gaveUp
  }

  /// Leaves a wait that is no news of it.
  mutating func leave(_ wait: SlotKey?) {
    if let wait { memberships.removeAll { $0.wait == wait } }
  }

  /// Claims the surplus for the one who is going to report it. Returns false when there is none left to report.
  mutating func takeUnreportedSurplus() -> Bool {
    guard surplus != nil, !isSurplusReported else { return false }
    isSurplusReported = true
    return true
  }

  mutating func forgiveSurplus() { isSurplusForgiven = true }

  /// Claims the news that something came after a wait had given up on it, once; nil when it is not news.
  mutating func takeUnreportedLateness() -> EndedWait<Place>? {
    guard isGivenUp else { return nil }
    isGivenUp = false
    return lastWait
  }
}

/// The part of one expectation in one live wait.
struct Membership: Hashable, Sendable {
  var wait: SlotKey
  /// Its place in the list that was waited for.
  var position: Int
  /// How many of those that must be fulfilled stand before it.
  var rank: Int
}

/// The first fulfillment too many, and the last that was allowed, if any was.
struct Surplus<Place> {
  var allowed: Fulfillment<Place>?
  var extra: Fulfillment<Place>
}

/// What is remembered of a wait that is over.
struct EndedWait<Place> {
  var place: Place
  var started: Instant
  var deadline: Instant
  /// Whether its waiter slept; false for a wait that ended as it began.
  var hasSlept = true
}

extension EndedWait {
  /// A wait that ended as it began.
  init(_ parameters: WaitParameters<Place>, at instant: Instant) {
    self.init(place: parameters.place, started: instant, deadline: parameters.deadline, hasSlept: false)
  }
}

extension ExpectationState: Equatable where Place: Equatable {}
extension ExpectationState: Hashable where Place: Hashable {}
extension Surplus: Equatable where Place: Equatable {}
extension Surplus: Hashable where Place: Hashable {}
extension EndedWait: Equatable where Place: Equatable {}
extension EndedWait: Hashable where Place: Hashable {}
extension ExpectationState: Sendable where Place: Sendable {}
extension Surplus: Sendable where Place: Sendable {}
extension EndedWait: Sendable where Place: Sendable {}
