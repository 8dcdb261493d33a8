/// The clock that decides waits: it counts only the time in which code could run.
///
/// A timeout guards against an event that never comes, and should not depend on how busy the computer is. This clock
/// therefore stands still whenever it is uncertain whether everything could run:
///
/// - The alarm (`DeadlineTimer`) promises when it will look next. If a caller reads the clock later than that, and the
///   alarm has not looked, the process did not run: it was stopped, swapped out or starved. That time does not count.
/// - A *beat* asks each of several queues to run a block. The clock stands still until all of them have answered, and
///   that time does not count, either.
///
/// In both cases, the clock ignores the first hundredth of a second: such a short delay counts as none.
///
/// One standstill lasts at most for the stall limit. The clock then gives up on the queues that have not answered,
/// until they answer. A queue that waits of this library block does not hold the clock either, so such a wait fails on
/// time.
///
/// This type reads no clock: callers pass instants of the monotonic clock and get fair instants, which never decrease.
struct FairClock: Hashable, Sendable {
  /// How long one standstill may last. With zero, the clock shows real time.
  var stallLimit: Nanoseconds { didSet { updateRunsUntil() } }
  /// The real time that has not counted so far.
  private(set) var uncounted: Nanoseconds = 0
  /// When the clock last resumed after it was held.
  private(set) var wentOnAt = MonotonicInstant(nanoseconds: .min)
  /// How long the clock was held before it last resumed.
  private(set) var lastLatency: Nanoseconds = 0
  /// When the alarm will look next.
  private var nextCheck = MonotonicInstant.never { didSet { updateRunsUntil() } }
  /// When the process was last seen running.
  private var lastSeen = MonotonicInstant(nanoseconds: .min)
  /// The fair instant of the last event.
  private var lastEvent = MonotonicInstant(nanoseconds: .min)
  /// A stall that ended when the clock was read, and that no look has returned yet.
  private var unreported: Stall?
  /// The queues that a beat asked and that have not answered.
  private(set) var unanswered: QueueSet = []
  /// The unanswered queues that no longer hold the clock. A queue leaves this set when it answers.
  private var givenUp: QueueSet = []
  /// The queues that do not hold the clock because waits of this library block them.
  private var blockedByWaits: QueueSet = []
  /// Since when missing answers have held the clock; nil when nothing holds it.
  private(set) var heldSince: MonotonicInstant? { didSet { updateRunsUntil() } }
  /// The real instant until which the clock surely runs, so that reading it needs no further check.
  private(set) var runsUntil = MonotonicInstant.never
  /// The queues that held the clock long enough to be reported.
  private var culprits: QueueSet = []

  /// A delay of up to this length counts as on time.
  let tolerance: Nanoseconds
  /// The usual tolerance: a hundredth of a second.
  static let hundredth: Nanoseconds = 10_000_000
  /// A standstill longer than this, a tenth of a second, is a stall. Reports mention stalls.
  static let shortestStall: Nanoseconds = 100_000_000

  init(stallLimit: Nanoseconds, tolerance: Nanoseconds = hundredth) {
    self.stallLimit = stallLimit
    self.tolerance = tolerance
  }

  /// Whether the clock can differ from real time.
  var isFair: Bool { stallLimit > 0 }

  /// Whether an unanswered queue holds the clock: the clock stands still now, or soon.
  var isHeld: Bool { heldSince != nil }

  /// Returns the instant of an event: the clock's reading, but later than every earlier event.
  mutating func tick(at real: MonotonicInstant) -> MonotonicInstant {
    lastEvent = max(reading(at: real), lastEvent.next)
    return lastEvent
  }

  /// Returns the reading of the clock without recording an event.
  mutating func instant(at real: MonotonicInstant) -> MonotonicInstant { max(reading(at: real), lastEvent) }

  /// Reads the clock. Reading it shows that the process runs.
  @inline(__always)
  private mutating func reading(at real: MonotonicInstant) -> MonotonicInstant {
    let shown = real <= runsUntil ? real : readingOfStandstill(at: real)
    lastSeen = real
    return MonotonicInstant(nanoseconds: shown.nanoseconds - uncounted)
  }

  private mutating func readingOfStandstill(at real: MonotonicInstant) -> MonotonicInstant {
    guard heldSince == nil else { return runsUntil }
    excuseLateness(at: real)
    return real
  }

  private mutating func updateRunsUntil() {
    runsUntil = isFair ? (heldSince ?? nextCheck).advanced(by: tolerance) : .never
  }

  /// Excludes the time in which the process did not run, as a late look of the alarm shows.
  ///
  /// The start of that time is unknown: not before the process was last seen, and at most as long before the due time
  /// as the look is late.
  private mutating func excuseLateness(at real: MonotonicInstant) {
    let due = max(nextCheck, lastSeen)
    let lateness = real.since(due)
    uncounted += min(lateness + min(lateness, due.since(lastSeen)), stallLimit)
    if lateness > Self.shortestStall {
      unreported = Stall(began: unreported?.began ?? due, ended: real, queues: [])
    }
    nextCheck = real
  }

  /// Returns the earliest real instant at which the clock can show `fair`, which holds if it does not stand still
  /// before.
  func realInstant(of fair: MonotonicInstant) -> MonotonicInstant { fair.advanced(by: uncounted) }

  // MARK: Looks

  /// Tells the clock that the alarm will look at `real`.
  mutating func expectCheck(at real: MonotonicInstant) { nextCheck = min(nextCheck, real) }

  /// Records a look of the alarm, and its promise to look again at `next`. Returns a stall that has ended.
  mutating func look(at real: MonotonicInstant, next: MonotonicInstant) -> Stall? {
    _ = reading(at: real)
    defer { nextCheck = next }
    guard let since = heldSince else { return unreported.take() }
    noteCulprits(at: real)
    guard real.since(since) >= stallLimit else { return nil }
    return giveUp(unanswered, at: real)
  }

  // MARK: Beats

  /// Begins a beat right after a look. Returns the queues to ask: those with no unanswered probe.
  mutating func beat(at real: MonotonicInstant) -> QueueSet {
    let asked = QueueSet.all.subtracting(unanswered)
    unanswered = .all
    holdIfNeeded(at: real)
    return asked
  }

  /// Records the answer of a queue. Returns the stall that the answer ended, if any.
  mutating func answer(_ queue: QueueSet, at real: MonotonicInstant) -> Stall? {
    noteCulprits(at: real)
    unanswered.subtract(queue)
    givenUp.subtract(queue)
    return goOnIfNotHeld(at: real)
  }

  // MARK: Queues that do not hold the clock

  /// Sets the queues that are blocked by waits of this library and nothing else. Returns the stall that this ended, if
  /// any.
  mutating func noteBlockedByWaits(_ queues: QueueSet, at real: MonotonicInstant) -> Stall? {
    noteCulprits(at: real)
    blockedByWaits = queues
    holdIfNeeded(at: real)
    return goOnIfNotHeld(at: real)
  }

  /// Stops holding the clock for those of these queues that have not answered. Returns the stall that this ended, if
  /// any.
  mutating func giveUp(_ queues: QueueSet, at real: MonotonicInstant) -> Stall? {
    noteCulprits(at: real)
    givenUp.formUnion(queues.intersection(unanswered))
    return goOnIfNotHeld(at: real)
  }

  // MARK: Standing still

  /// The queues whose missing answers hold the clock.
  private var holding: QueueSet { unanswered.subtracting(givenUp).subtracting(blockedByWaits) }

  private mutating func holdIfNeeded(at real: MonotonicInstant) {
    guard isFair, heldSince == nil, !holding.isEmpty else { return }
    _ = reading(at: real)
    heldSince = real
  }

  private mutating func noteCulprits(at real: MonotonicInstant) {
    guard let since = heldSince, real.since(since) > Self.shortestStall else { return }
    culprits.formUnion(holding)
  }

  private mutating func goOnIfNotHeld(at real: MonotonicInstant) -> Stall? {
    guard let since = heldSince, holding.isEmpty else { return nil }
    let length = real.since(since)
    defer { culprits = [] }
    (lastLatency, wentOnAt) = (length, real)
    // The alarm gives up at the stall limit. If it looked later than that, the process did not run in between.
    uncounted += min(max(0, length - tolerance), 2 * stallLimit)
    heldSince = nil
    lastSeen = real
    // A look that was due during the standstill is not late: that time is already accounted for.
    nextCheck = max(nextCheck, real)
    return length > Self.shortestStall ? Stall(began: since, ended: real, queues: culprits) : nil
  }

  /// The stalls not yet reported: a stall that ended without a look of the alarm, and a stall that continues.
  func untoldStalls(at real: MonotonicInstant) -> [Stall] { [unreported, stall(at: real)].compactMap { $0 } }

  /// The stall that continues at `real`, if there is one.
  func stall(at real: MonotonicInstant) -> Stall? {
    guard let since = heldSince, real.since(since) > Self.shortestStall else { return nil }
    return Stall(began: since, ended: real, queues: culprits.union(holding))
  }
}

/// A period in which the fair clock stood still, in real instants.
struct Stall: Hashable, Sendable {
  var began: MonotonicInstant
  var ended: MonotonicInstant
  /// The queues that did not answer; empty when the process did not run.
  var queues: QueueSet

  var length: Nanoseconds { ended.since(began) }
}

/// The queues that a beat asks.
struct QueueSet: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let main = QueueSet(rawValue: 1)
  static let global = QueueSet(rawValue: 2)
  /// The concurrency pool has one queue for each priority.
  ///
  /// Assumption: Swift Testing runs tests at medium priority, XCTest at high priority.
  /// Check: by `Tests/Load/check`, which holds the pool of each.
  /// If false: the fair clock goes on while the pool of the tests is held, and correct waits may time out.
  /// Remove when: one probe can find out whether the whole pool runs.
  static let mediumPool = QueueSet(rawValue: 4)
  static let highPool = QueueSet(rawValue: 8)

  static let pool: QueueSet = [.mediumPool, .highPool]
  static let all: QueueSet = [.main, .global, .pool]
}

/// One instant on both clocks.
struct Moment: Hashable, Sendable {
  /// The instant on the fair clock, which decides.
  var fair: MonotonicInstant
  /// The instant on the monotonic clock, which reports show.
  var real: MonotonicInstant
}
