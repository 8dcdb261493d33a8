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
  var claimed: [Int] = []

  /// Whether everything came, and nothing came too often.
  var isSuccess: Bool {
    guard case .completed = kind else { return false }
    return !sawSurplus
  }
}

/// What was agreed when a wait began.
struct WaitTerms<Place> {
  var rule: WaitRule
  /// Whether the values are wanted, which those that must not happen have not got.
  var needsValues = false
  /// Whether giving up is worth a warning when something comes after all.
  var warnsOfLateness = true
  /// Whether it only keeps an eye on what others wait for: how it ends is no news of that, and no surplus is its to
  /// report.
  var onlyWatches = false
  /// Whether another clock says when the time is over, by `timeUp`. The deadline then only bounds the wait, should that
  /// clock stand still; to reach it is never a success.
  var isTimedElsewhere = false
  /// Whether the wait is over as soon as it has succeeded. Otherwise it stays until its waiter finishes it, which then
  /// finds all states as they are.
  var endsWithSuccess = false
  var place: Place
  /// By when all that is wanted must have come.
  var deadline: Instant
  /// Until when what must not happen must not have happened.
  var quietEnd: Instant
  /// The wait on the same thread that this one runs inside of.
  var outer: SlotKey?
}

/// One expectation of a wait that is about to begin.
struct WaitMember: Hashable, Sendable {
  var expectation: SlotKey
  /// Whether it is fulfilled only on a queue that the waiting thread blocks.
  var isUnreachable = false
  /// Whether it is only watched, not waited for: when it is complete, nothing needs to be kept from happening any
  /// longer.
  var endsQuiet = false
}

/// One live wait: what is still pending, and the verdict once there is one.
struct WaitState<Waiter, Place> {
  let terms: WaitTerms<Place>
  let waiter: Waiter
  let started: Instant
  /// What its expectations will remember of it.
  let past: Rare<PastWait<Place>>
  let members: Few<WaitMember>

  /// How many must be fulfilled in all, and how many of those are not complete.
  let wanted: Int
  var pending: Int
  /// The first that must not happen; nil when there is none, or when a signal has ended its window.
  private(set) var firstQuiet: Int?
  /// Whether one had been fulfilled too often when the verdict fell.
  var sawSurplus: Bool
  var verdict: Verdict?
  /// The waits on the same thread that are next to it: the one that it runs inside of, and the one inside of it. When
  /// one is over, its neighbours become neighbours.
  var outer: SlotKey?
  var inner: SlotKey?

  init(
    terms: consuming WaitTerms<Place>, waiter: Waiter, started: Instant, members: Few<WaitMember>,
    survey: Survey<Place>
  ) {
    self.waiter = waiter
    self.started = started
    outer = terms.outer
    past = .some(PastWait(place: terms.place, started: started, deadline: terms.deadline))
    self.terms = terms
    self.members = members
    wanted = survey.wanted
    pending = survey.pending
    firstQuiet = survey.isQuietOver ? nil : survey.firstQuiet
    sawSurplus = survey.sawSurplus
  }

  /// The instant after which the clock alone decides, as things stand.
  var decisiveInstant: Instant { terms.decisiveInstant(isPending: pending > 0, hasQuiet: firstQuiet != nil) }

  /// Takes the verdict. A success says all there is to say, so the wait can end with it.
  mutating func decide(_ verdict: Verdict) -> Wakeup<Waiter> {
    self.verdict = verdict
    guard case .completed = verdict.kind, terms.endsWithSuccess, !sawSurplus else {
      return Wakeup(waiter: waiter, success: nil)
    }
    return Wakeup(waiter: waiter, success: verdict)
  }

  /// The one that is waited for, when it is one.
  var onlyMember: SlotKey? { members.count == 1 ? members[0].expectation : nil }

  /// What the completion of the one that is waited for does; nil when that depends on more.
  var directWakeup: DirectWakeup<Waiter>? {
    guard members.count == 1, terms.endsWithSuccess, verdict == nil else { return nil }
    return DirectWakeup(
      waiter: waiter, deadline: terms.deadline, kind: .completed(first: terms.rule == .any ? 0 : nil))
  }

  /// When to look at the clock next. The end of the quiet window is looked at even while something is pending: what is
  /// pending may come before it, and the alarm is not set anew then.
  func nextLook(after now: Instant) -> Instant {
    guard firstQuiet != nil, now <= terms.quietEnd, !terms.isTimedElsewhere else { return decisiveInstant }
    return min(decisiveInstant, terms.quietEnd)
  }

  /// Whether the member that has just become complete is not the one whose turn it was.
  func isOutOfTurn(_ membership: Membership) -> Bool {
    terms.rule == .allInOrder && membership.rank != wanted - pending - 1
  }

  /// What it means that the signal has come which ends the quiet windows.
  mutating func endQuiet() -> Verdict.Kind? {
    firstQuiet = nil
    return pending == 0 ? .completed(first: nil) : nil
  }

  /// What it means that the member at `position` has become complete now.
  func verdict(onCompletionAt position: Int, now: Instant) -> Verdict.Kind? {
    switch terms.rule {
    case .any: return .completed(first: position)
    case .all, .allInOrder:
      let isQuietOver = firstQuiet == nil || (now > terms.quietEnd && !terms.isTimedElsewhere)
      return pending == 0 && isQuietOver ? .completed(first: nil) : nil
    }
  }

  /// What the clock alone means; nil before it is past the decisive instant.
  func verdictOfTheClock(at now: Instant) -> Verdict.Kind? {
    guard now > decisiveInstant else { return nil }
    return terms.isTimedElsewhere ? .timedOut : verdictOfTheTime
  }

  /// What it means that the time is over, by whatever clock.
  var verdictOfTheTime: Verdict.Kind { terms.verdictOfTheClock(isPending: pending > 0, firstQuiet: firstQuiet) }
}

extension WaitTerms {
  /// The instant after which the clock alone decides.
  func decisiveInstant(isPending: Bool, hasQuiet: Bool) -> Instant {
    guard !isTimedElsewhere else { return deadline }
    return switch rule {
    case .any: hasQuiet ? min(deadline, quietEnd) : deadline
    case .all, .allInOrder: isPending ? deadline : quietEnd
    }
  }

  /// What the clock alone means, once it is past the decisive instant.
  func verdictOfTheClock(isPending: Bool, firstQuiet: Int?) -> Verdict.Kind {
    switch rule {
    case .any: firstQuiet != nil && quietEnd <= deadline ? .completed(first: firstQuiet) : .timedOut
    case .all, .allInOrder: isPending ? .timedOut : .completed(first: nil)
    }
  }
}

extension WaitTerms: Equatable where Place: Equatable {}
extension WaitTerms: Hashable where Place: Hashable {}
extension WaitTerms: Sendable where Place: Sendable {}
extension WaitState: Equatable where Waiter: Equatable, Place: Equatable {}
extension WaitState: Hashable where Waiter: Hashable, Place: Hashable {}
extension WaitState: Sendable where Waiter: Sendable, Place: Sendable {}
