/// Which of its expectations must be complete so that a wait is complete.
enum WaitRule: Hashable, Sendable {
  case all
  /// All, and in the order of the list.
  case allInOrder
  /// One.
  case any
}

/// The terms of a wait, fixed before it begins.
struct WaitTerms: Hashable, Sendable {
  var rule = WaitRule.all
  /// Whether the wait needs the values, which an expectation that must not happen does not have.
  var needsValues = false
  /// How long the wait may take to become complete.
  var limit: Nanoseconds
  /// How long an expectation that must not happen must stay without a fulfillment, in real time.
  var window: Nanoseconds
  /// Whether the limit, too, is one of real time.
  var isInRealTime = false
  /// Whether the wait counts as one of the test, and judges its expectations.
  var judges = true
  /// Whether a fulfillment after the wait gave up causes a warning.
  var reportsLateness = true
  /// Whether nothing is to come before the time is over; the test may wait for it afterwards.
  var isQuiet = false
  /// After which real time the wait ends, if that is sooner: it is a pause of a condition. A pause with another wait
  /// inside it lasts as long as that, or until the condition's own time is over.
  var pause = Nanoseconds.max
  /// The condition that pauses, or whose evaluation it awaits, or the call of a recorder.
  var condition: Span?

  /// The beginning of something, in real time, how long it may take on the clock of the wait, and how much of that is
  /// left when the wait begins.
  struct Span: Hashable, Sendable {
    var began: Instant
    var limit: Nanoseconds
    var left = Nanoseconds.max
  }
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
    /// The wait needs a value from an expectation that must not happen.
    case valueless(Int)
    /// The wait has no expectations.
    case empty
  }

  var kind: Kind
  var time: Moment
  /// Whether an expectation was over-fulfilled, and the extra fulfillments that this wait reports, by their positions;
  /// known when it has ended.
  var sawExtra = false
  var extras: [Int: ExtraFulfillment] = [:]

  /// Whether everything came, and nothing was over-fulfilled.
  var isSuccess: Bool {
    guard case .completed = kind else { return false }
    return !sawExtra
  }

  var hasTimedOut: Bool { kind == .timedOut || kind == .interrupted }
}

/// One live wait: the pending expectations, and the verdict once there is one.
struct WaitState: TableValue {
  let wait: WaitReference
  let terms: WaitTerms
  let started: Moment
  let members: [TableKey]
  /// How many expectations must be fulfilled, and how many of those are not complete.
  let wanted: Int
  var pending: Int
  /// The position of the first expectation that must not happen; nil without one.
  let firstInverted: Int?
  /// Whether the limit is one of real time, from the beginning or because the wait was found to block the main queue.
  var isInRealTime: Bool
  var verdict: Verdict?
  /// The neighboring waits on the same thread: the wait around this one, and the wait inside it.
  ///
  /// When a wait ends, its neighbors become neighbors of each other.
  var outer: TableKey?
  var inner: TableKey?

  init(
    _ wait: WaitReference, _ terms: WaitTerms, started: Moment, members: [TableKey], snapshot: InitialSnapshot,
    outer: TableKey?
  ) {
    self.wait = wait
    self.terms = terms
    self.started = started
    self.members = members
    wanted = snapshot.wanted
    pending = snapshot.pending
    firstInverted = snapshot.firstInverted
    isInRealTime = terms.isInRealTime
    self.outer = outer
  }

  static var vacant: WaitState {
    WaitState(
      WaitReference(object: nil), WaitTerms(limit: 0, window: 0), started: .never, members: [],
      snapshot: InitialSnapshot(), outer: nil)
  }

  /// The deadline for everything that the wait needs, on its clock.
  var deadline: Instant { isPauseAroundAWait ? endOfCondition : started(plus: terms.limit) }

  /// The end of the window for expectations that must not happen, in real time.
  var windowEnd: Instant { started.real.advanced(by: terms.window) }

  /// Whether only an answer to a probe shows that time may go on: it waits for something, on fair time; or it has
  /// waited, and a queue has not yet resumed the task of its condition, which goes on for the rest of its time.
  var needsBeats: Bool {
    (verdict == nil ? pending > 0 : terms.condition != nil && inner == nil) && !isInRealTime && terms.limit != .max
  }

  // MARK: When the clock may decide it, in real time

  /// The deadline, as far as is known now.
  ///
  /// - Parameter uncounted: How much time has not counted on the fair clock.
  func realDeadline(uncounted: Nanoseconds) -> Instant {
    isInRealTime ? deadline : deadline.advanced(by: uncounted)
  }

  /// When the clock may decide it, unless the fair clock stands still before then.
  func realEnd(after real: Instant, uncounted: Nanoseconds) -> Instant {
    var end = Instant.never
    if pending > 0 || terms.rule == .any, !isWindowEnough { end = min(realDeadline(uncounted: uncounted), pauseEnd) }
    // A missing fulfillment may come before the end of the window.
    if firstInverted != nil, windowEnd >= real || pending == 0 { end = min(end, windowEnd) }
    return end.next
  }

  /// When the timer must first check it.
  func firstCheck(after real: Instant, uncounted: Nanoseconds, _ beats: Beats) -> Instant {
    let end = realEnd(after: real, uncounted: uncounted)
    return needsBeats ? min(end, nextBeat(beats, uncounted: uncounted)) : end
  }

  /// When it needs the next beat.
  func nextBeat(_ beats: Beats, uncounted: Nanoseconds) -> Instant {
    beats.next(from: span.began, limit: span.limit, deadline: realDeadline(uncounted: uncounted))
  }

  /// For what beats are sent: the wait, or the condition that pauses.
  var span: WaitTerms.Span { terms.condition ?? WaitTerms.Span(began: started.real, limit: terms.limit) }

  /// Whether the end of the window completes the wait, which then cannot time out.
  private var isWindowEnough: Bool { terms.rule == .any && firstInverted != nil }

  /// Whether the wait has lasted longer than its limit.
  func isPastDeadline(at now: Moment) -> Bool {
    (isInRealTime ? now.real : now.fair) > deadline || now.real > pauseEnd
  }

  /// Returns the verdict of the clock alone; nil as long as it decides nothing.
  func verdictOfTime(at now: Moment) -> Verdict.Kind? {
    let isWindowOver = firstInverted != nil && now.real > windowEnd
    switch terms.rule {
    case .any:
      if isWindowOver { return .completed(first: firstInverted) }
      return isPastDeadline(at: now) && !isWindowEnough ? .timedOut : nil
    case .all, .allInOrder:
      if pending > 0 { return isPastDeadline(at: now) ? .timedOut : nil }
      return isWindowOver ? .completed(first: nil) : nil
    }
  }

  /// The verdict when another clock has measured that the time is over.
  var verdictWhenTimeIsUp: Verdict.Kind {
    switch terms.rule {
    case .any: firstInverted == nil ? .timedOut : .completed(first: firstInverted)
    case .all, .allInOrder: pending > 0 ? .timedOut : .completed(first: nil)
    }
  }

  /// Returns the verdict when a member becomes complete now, or nil.
  func verdict(onCompletionOf membership: Membership, at now: Moment) -> Verdict.Kind? {
    if terms.rule == .any { return .completed(first: membership.position) }
    return pending == 0 && (firstInverted == nil || now.real > windowEnd) ? .completed(first: nil) : nil
  }

  /// Whether the expectation that has just become complete is out of turn.
  func isOutOfOrder(_ membership: Membership) -> Bool {
    terms.rule == .allInOrder && membership.rank != wanted - pending - 1
  }
}

extension Machine {
  /// The result of beginning a wait.
  enum Beginning: Hashable, Sendable {
    /// The wait ended at once.
    case ended(Verdict)
    case pending(TableKey)
  }
}

// A pause of a condition: a wait that may be over before the time of its condition is. What runs inside it, in the run
// loop of its thread, is interrupted only when the time of the condition is over, too.

extension WaitState {
  /// Returns an instant on the clock of the wait.
  func started(plus time: Nanoseconds) -> Instant { (isInRealTime ? started.real : started.fair).advanced(by: time) }

  private var isPause: Bool { terms.pause != .max }

  /// Whether it is a pause that lasts as long as the wait inside it, or until the time of its condition is over.
  var isPauseAroundAWait: Bool { isPause && inner != nil }

  /// The end of a pause, in real time; `.never` while another wait runs in it.
  var pauseEnd: Instant { isPauseAroundAWait ? .never : started.real.advanced(by: terms.pause) }

  /// The end of the condition's time, on its clock.
  var endOfCondition: Instant { started(plus: terms.condition?.left ?? terms.limit) }

  private func isConditionOver(at now: Moment) -> Bool { (isInRealTime ? now.real : now.fair) > endOfCondition }

  /// Whether only the pause is over.
  private var isOnlyPauseOver: Bool {
    guard isPause, let verdict, verdict.kind == .timedOut else { return false }
    return !isConditionOver(at: verdict.time)
  }

  /// Whether its time is over, and so is that of what runs inside it. When a window is over, nothing has failed.
  var isTimeOver: Bool { verdict?.hasTimedOut ?? false && !isOnlyPauseOver && !isWindowOver }

  /// The time of a condition may be over while a thread is still in a pause that is over.
  func isTimeOver(at now: Moment) -> Bool {
    isTimeOver || isOnlyPauseOver && !terms.isQuiet && isConditionOver(at: now)
  }

  private var isWindowOver: Bool { terms.isQuiet && verdict?.kind == .timedOut }

  /// Whether the clock may still decide something: the wait, or, if only the pause is over, what runs inside it.
  var isTimed: Bool { verdict == nil || inner != nil && isOnlyPauseOver }

  /// Notes that the time of the condition is over, too. Returns whether that interrupts what runs inside it: not if it
  /// is not over, if that is known, or if it is a window.
  mutating func noteConditionIsOver(at now: Moment) -> Bool {
    guard isOnlyPauseOver, isConditionOver(at: now) else { return false }
    verdict?.time = now
    return !terms.isQuiet
  }
}
