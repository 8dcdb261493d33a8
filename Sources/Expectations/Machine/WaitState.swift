/// What makes a wait complete.
enum WaitRule: Hashable, Sendable {
  case all
  case allInOrder
  case any
}

/// How a wait ended. Positions are places in the list that was waited for.
struct Verdict: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// All that was wanted came; for `.any`, what came first.
    case completed(first: Int?)
    case timedOut
    case outOfOrder(early: Int, awaited: Int)
    /// What must not happen did.
    case forbidden(Int)
    /// An error was delivered.
    case failed(Int)
    case cancelled
    /// The time of a wait that this one runs inside of is over.
    case interrupted
    /// A count that can never be met.
    case impossible(Int)
    /// It can only be fulfilled where the wait itself is in the way.
    case unreachable(Int)
    /// A value was wanted of one that must not happen.
    case valueless(Int)
    /// There was nothing to wait for.
    case empty

    /// What came first, in a wait for any that is complete.
    var first: Int? {
      if case .completed(let first) = self { first } else { nil }
    }
  }

  var kind: Kind
  var instant: Instant
  /// Whether something had been fulfilled too often.
  var sawSurplus = false
  /// The positions of the surpluses that this wait reports, known when it has ended.
  var reportedSurpluses: [Int] = []

  /// Whether everything came, and nothing came too often.
  var isSuccess: Bool {
    guard case .completed = kind else { return false }
    return !sawSurplus
  }
}

/// What was agreed when a wait began.
struct WaitParameters<Place> {
  var rule: WaitRule
  /// Whether the values are wanted, which those that must not happen have not got.
  var needsValues = false
  /// Whether giving up is worth a warning when something comes after all.
  var reportsLateFulfillment = true
  /// Whether it only keeps an eye on what others wait for: how it ends is no news of that, and no surplus is its to
  /// report.
  var isPassive = false
  /// Whether another clock says when the time is over, by `timeUp`. The deadline then only bounds the wait, should that
  /// clock stand still; to reach it is never a success.
  var usesExternalClock = false
  /// Whether the wait is over as soon as it has succeeded. Otherwise it stays until its waiter finishes it, which then
  /// finds all states as they are.
  var endsOnSuccess = false
  var place: Place
  /// By when all that is wanted must have come.
  var deadline: Instant
  /// Until when what must not happen must not have happened.
  var invertedDeadline: Instant
  /// The wait on the same thread that this one runs inside of.
  var outer: SlotKey?
}

/// One expectation of a wait that is about to begin.
struct WaitMember: Hashable, Sendable {
  var expectation: SlotKey
  /// Whether it is fulfilled only on a queue that the waiting thread blocks.
  var isBlockedByWaiter = false
  /// Whether it is only watched, not waited for: when it is complete, nothing needs to be kept from happening any
  /// longer.
  var endsInversion = false
}

/// One live wait: what is still pending, and the verdict once there is one.
struct WaitState<Waiter, Place> {
  let parameters: WaitParameters<Place>
  let waiter: Waiter
  let started: Instant
  /// What its expectations will remember of it.
  let past: Boxed<EndedWait<Place>>
  let members: TinyArray<WaitMember>

  /// How many must be fulfilled in all, and how many of those are not complete.
  let wanted: Int
  var pending: Int
  /// The first that must not happen; nil when there is none, or when a signal has ended its window.
  private(set) var firstInverted: Int?
  /// Whether one had been fulfilled too often when the verdict fell.
  var sawSurplus: Bool
  var verdict: Verdict?
  /// The waits on the same thread that are next to it: the one that it runs inside of, and the one inside of it. When
  /// one is over, its neighbours become neighbours.
  var outer: SlotKey?
  var inner: SlotKey?

  init(
    parameters: consuming WaitParameters<Place>, waiter: Waiter, started: Instant, members: TinyArray<WaitMember>,
    snapshot: InitialSnapshot<Place>
  ) {
    self.waiter = waiter
    self.started = started
    outer = parameters.outer
    past = .some(EndedWait(place: parameters.place, started: started, deadline: parameters.deadline))
    self.parameters = parameters
    self.members = members
    wanted = snapshot.wanted
    pending = snapshot.pending
    firstInverted = snapshot.isInversionOver ? nil : snapshot.firstInverted
    sawSurplus = snapshot.sawSurplus
  }

  /// The instant after which the clock alone decides, as things stand.
  var decisionInstant: Instant { parameters.decisionInstant(isPending: pending > 0, hasInverted: firstInverted != nil) }

  /// Takes the verdict. A success says all there is to say, so the wait can end with it.
  mutating func decide(_ verdict: Verdict) -> Wakeup<Waiter> {
    self.verdict = verdict
    guard case .completed = verdict.kind, parameters.endsOnSuccess, !sawSurplus else {
      return Wakeup(waiter: waiter, success: nil)
    }
    return Wakeup(waiter: waiter, success: verdict)
  }

  /// The one that is waited for, when it is one.
  var onlyMember: SlotKey? { members.count == 1 ? members[0].expectation : nil }

  /// What the completion of the one that is waited for does; nil when that depends on more.
  var directWakeup: DirectWakeup<Waiter>? {
    guard members.count == 1, parameters.endsOnSuccess, verdict == nil else { return nil }
    return DirectWakeup(
      waiter: waiter, deadline: parameters.deadline, kind: .completed(first: parameters.rule == .any ? 0 : nil))
  }

  /// When to look at the clock next. The end of the quiet window is looked at even while something is pending: what is
  /// pending may come before it, and the alarm is not set anew then.
  func nextCheck(after now: Instant) -> Instant {
    guard firstInverted != nil, now <= parameters.invertedDeadline, !parameters.usesExternalClock else {
      return decisionInstant
    }
    return min(decisionInstant, parameters.invertedDeadline)
  }

  /// Whether the member that has just become complete is not the one whose turn it was.
  func isOutOfOrder(_ membership: Membership) -> Bool {
    parameters.rule == .allInOrder && membership.rank != wanted - pending - 1
  }

  /// What it means that the signal has come which ends the quiet windows.
  mutating func endInversion() -> Verdict.Kind? {
    firstInverted = nil
    return pending == 0 ? .completed(first: nil) : nil
  }

  /// What it means that the member at `position` has become complete now.
  func verdict(onCompletionAt position: Int, now: Instant) -> Verdict.Kind? {
    switch parameters.rule {
    case .any: return .completed(first: position)
    case .all, .allInOrder:
      let isInversionOver = firstInverted == nil || (now > parameters.invertedDeadline && !parameters.usesExternalClock)
      return pending == 0 && isInversionOver ? .completed(first: nil) : nil
    }
  }

  /// What the clock alone means; nil before it is past the decisive instant.
  func verdictAtDeadline(at now: Instant) -> Verdict.Kind? {
    guard now > decisionInstant else { return nil }
    return parameters.usesExternalClock ? .timedOut : verdictWhenTimeIsUp
  }

  /// What it means that the time is over, by whatever clock.
  var verdictWhenTimeIsUp: Verdict.Kind {
    parameters.verdictAtDeadline(isPending: pending > 0, firstInverted: firstInverted)
  }
}

extension WaitParameters {
  /// The instant after which the clock alone decides.
  func decisionInstant(isPending: Bool, hasInverted: Bool) -> Instant {
    guard !usesExternalClock else { return deadline }
    return switch rule {
    case .any: hasInverted ? min(deadline, invertedDeadline) : deadline
    case .all, .allInOrder: isPending ? deadline : invertedDeadline
    }
  }

  /// What the clock alone means, once it is past the decisive instant.
  func verdictAtDeadline(isPending: Bool, firstInverted: Int?) -> Verdict.Kind {
    switch rule {
    case .any: firstInverted != nil && invertedDeadline <= deadline ? .completed(first: firstInverted) : .timedOut
    case .all, .allInOrder: isPending ? .timedOut : .completed(first: nil)
    }
  }
}

extension WaitParameters: Equatable where Place: Equatable {}
extension WaitParameters: Hashable where Place: Hashable {}
extension WaitParameters: Sendable where Place: Sendable {}
extension WaitState: Equatable where Waiter: Equatable, Place: Equatable {}
extension WaitState: Hashable where Waiter: Hashable, Place: Hashable {}
extension WaitState: Sendable where Waiter: Sendable, Place: Sendable {}
