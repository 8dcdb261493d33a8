/// Which of its expectations must be complete so that a wait is complete.
enum WaitRule: Hashable, Sendable {
  case all
  /// All, and in the order of the list.
  case allInOrder
  /// One.
  case any
}

/// How a wait was decided. Positions are indices in the list of the wait.
struct Verdict: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// Everything expected came. For `.any`, `first` is the position of the first expectation.
    case completed(first: Int?)
    case timedOut
    case outOfOrder(early: Int, awaited: Int)
    /// An expectation that must not happen was fulfilled.
    case forbidden(Int)
    /// A fulfillment delivered an error.
    case failed(Int)
    case cancelled
    /// The time of a wait around this one is over.
    case interrupted
    /// An expectation has a count that no number of fulfillments can meet.
    case impossible(Int)
    /// An expectation can be fulfilled only where this wait blocks.
    case unreachable(Int)
    /// The wait needs a value from an expectation that must not happen.
    case valueless(Int)
    /// The wait has no expectations.
    case empty

    /// The position of the first complete expectation, in a complete wait for any.
    var first: Int? {
      if case .completed(let first) = self { first } else { nil }
    }
  }

  var kind: Kind
  var instant: MonotonicInstant
  /// Whether an expectation was over-fulfilled.
  var sawSurplus = false
  /// The positions of the surpluses that this wait reports, known when it has ended.
  var reportedSurpluses: [Int] = []

  /// Whether everything came, and nothing was over-fulfilled.
  var isSuccess: Bool {
    guard case .completed = kind else { return false }
    return !sawSurplus
  }
}

/// The terms of a wait, fixed when it begins.
struct WaitParameters: Hashable, Sendable {
  var rule: WaitRule
  /// Whether the wait needs the values, which an expectation that must not happen does not have.
  var needsValues = false
  /// Whether a fulfillment after the wait gave up causes a warning.
  var reportsLateFulfillment = true
  /// Whether the wait only observes expectations of other waits.
  ///
  /// The expectations do not record its end, and it reports no surplus.
  var isPassive = false
  /// Whether another clock ends the wait by `timeUp`.
  ///
  /// The deadline then only bounds the wait in case that clock stands still. Reaching it is never a success.
  var usesExternalClock = false
  /// Whether the caller expects the time to run out. Then nothing looks for the reason.
  var isTimeoutExpected = false
  /// Whether the wait ends as soon as it succeeds.
  ///
  /// Otherwise it stays until its waiter ends it, so that the waiter finds all states unchanged.
  var endsOnSuccess = false
  var place: FulfillmentPlace
  /// The queue whose thread the wait occupies, which then runs nothing else: ``QueueSet/main``, ``QueueSet/pool`` or
  /// none.
  var occupiedQueue: QueueSet = []
  /// The test that the wait belongs to.
  var test: ObjectIdentifier?
  /// The deadline for everything that the wait needs.
  var deadline: MonotonicInstant
  /// The end of the window for expectations that must not happen.
  var invertedDeadline: MonotonicInstant
  /// The wait on the same thread inside which this one runs.
  var outer: SlotKey?
}

/// One expectation of a wait that is about to begin.
struct WaitMember: Hashable, Sendable {
  var expectation: SlotKey
  /// Whether the expectation is fulfilled only on a queue that the waiting thread blocks.
  var isBlockedByWaiter = false
  /// Whether the expectation is a signal: its completion ends the windows of the wait.
  var endsInversion = false
}

/// One live wait: the pending expectations, and the verdict once there is one.
struct WaitState: Hashable, Sendable {
  private(set) var parameters: WaitParameters
  let waiter: WaiterReference
  private(set) var started: MonotonicInstant
  /// What its expectations will remember of the wait.
  private(set) var endedWait: Boxed<EndedWait>
  let members: TinyArray<WaitMember>

  /// How many expectations must be fulfilled, and how many of those are not complete.
  let wanted: Int
  var pending: Int
  /// The position of the first expectation that must not happen; nil without one, or after a signal has ended its
  /// window.
  private(set) var firstInverted: Int?
  /// Whether a signal must end the window.
  let hasSignal: Bool
  /// Whether an expectation was over-fulfilled before the verdict.
  var sawSurplus: Bool
  var verdict: Verdict?
  /// The neighboring waits on the same thread: the wait around this one, and the wait inside it.
  ///
  /// When a wait ends, its neighbors become neighbors of each other.
  var outer: SlotKey?
  var inner: SlotKey?

  init(
    parameters: consuming WaitParameters, waiter: WaiterReference, started: MonotonicInstant,
    members: TinyArray<WaitMember>,
    snapshot: InitialSnapshot
  ) {
    self.waiter = waiter
    self.started = started
    outer = parameters.outer
    endedWait = .some(EndedWait(place: parameters.place, started: started, deadline: parameters.deadline))
    self.parameters = parameters
    self.members = members
    wanted = snapshot.wanted
    pending = snapshot.pending
    firstInverted = snapshot.isInversionOver ? nil : snapshot.firstInverted
    hasSignal = snapshot.hasSignal
    sawSurplus = snapshot.sawSurplus
  }

  /// Moves the wait to earlier instants, because its own time has passed while the fair clock stood still.
  mutating func bringForward(by time: Nanoseconds) {
    started = started.advanced(by: -time)
    if parameters.deadline != .never { parameters.deadline = parameters.deadline.advanced(by: -time) }
    if parameters.invertedDeadline != .never {
      parameters.invertedDeadline = parameters.invertedDeadline.advanced(by: -time)
    }
    endedWait = .some(EndedWait(place: parameters.place, started: started, deadline: parameters.deadline))
  }

  /// The instant after which the clock alone decides, given the current state.
  var decisionInstant: MonotonicInstant {
    parameters.decisionInstant(isPending: pending > 0 || isSignalPending, hasInverted: firstInverted != nil)
  }

  /// Stores the verdict. A success leaves nothing else to report, so the wait can end with it.
  mutating func decide(_ verdict: Verdict) -> Wakeup {
    self.verdict = verdict
    guard case .completed = verdict.kind, parameters.endsOnSuccess, !sawSurplus else {
      return Wakeup(waiter: waiter, success: nil)
    }
    return Wakeup(waiter: waiter, success: verdict)
  }

  /// Returns when to check the clock next.
  ///
  /// The end of the window needs a check even while an expectation is pending: that expectation may come before the end
  /// of the window, and the deadline timer is not set again then.
  func nextCheck(after now: MonotonicInstant) -> MonotonicInstant {
    guard firstInverted != nil, now <= parameters.invertedDeadline, !parameters.usesExternalClock else {
      return decisionInstant
    }
    return min(decisionInstant, parameters.invertedDeadline)
  }

  /// Whether the expectation that has just become complete is out of turn.
  func isOutOfOrder(_ membership: Membership) -> Bool {
    parameters.rule == .allInOrder && membership.rank != wanted - pending - 1
  }

  /// Ends the windows because the signal has come. Returns a verdict if that decides the wait.
  mutating func endInversion() -> Verdict.Kind? {
    firstInverted = nil
    return pending == 0 ? .completed(first: nil) : nil
  }

  /// Returns the verdict when the member at `position` becomes complete now, or nil.
  func verdict(onCompletionAt position: Int, now: MonotonicInstant) -> Verdict.Kind? {
    switch parameters.rule {
    case .any: return .completed(first: position)
    case .all, .allInOrder:
      let isInversionOver =
        firstInverted == nil || (now > parameters.invertedDeadline && !parameters.usesExternalClock && !hasSignal)
      return pending == 0 && isInversionOver ? .completed(first: nil) : nil
    }
  }

  /// Returns the verdict of the clock alone, or nil until `decisionInstant` has passed.
  func verdictAtDeadline(at now: MonotonicInstant) -> Verdict.Kind? {
    guard now > decisionInstant else { return nil }
    return parameters.usesExternalClock ? .timedOut : verdictWhenTimeIsUp
  }

  /// The verdict when the time is over, by any clock.
  var verdictWhenTimeIsUp: Verdict.Kind {
    // A signal that does not come in time is missing like anything else.
    parameters.verdictAtDeadline(isPending: pending > 0 || isSignalPending, firstInverted: firstInverted)
  }

  private var isSignalPending: Bool { hasSignal && firstInverted != nil }
}

extension WaitParameters {
  /// Returns the instant after which the clock alone decides.
  func decisionInstant(isPending: Bool, hasInverted: Bool) -> MonotonicInstant {
    guard !usesExternalClock else { return deadline }
    return switch rule {
    case .any: hasInverted ? min(deadline, invertedDeadline) : deadline
    case .all, .allInOrder: isPending ? deadline : invertedDeadline
    }
  }

  /// Returns the verdict of the clock alone, once `decisionInstant` has passed.
  func verdictAtDeadline(isPending: Bool, firstInverted: Int?) -> Verdict.Kind {
    switch rule {
    case .any: firstInverted != nil && invertedDeadline <= deadline ? .completed(first: firstInverted) : .timedOut
    case .all, .allInOrder: isPending ? .timedOut : .completed(first: nil)
    }
  }
}
