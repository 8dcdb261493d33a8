/// The clock for verdicts. It counts only the time in which code could run, so that a timeout does not depend on how
/// busy the computer is.
///
/// Time does not count in two cases:
///
/// - The process did not run, because it was stopped, swapped out or starved. `DeadlineTimer` states when it will next
///   check the clock. If that instant has passed without a check, the process did not run.
/// - A queue did not run. A *beat* sends a probe to each of several queues. The clock stands still until all of them
///   have answered.
///
/// A delay of up to a hundredth of a second counts as time in both cases.
///
/// A standstill ends at the stall limit at the latest. The clock then ignores each queue that has not answered, until
/// the queue answers. A wait that blocks a queue itself must time out all the same: see ``OwnTime``.
///
/// This type is a plain value, which never reads the time. Its callers pass instants of the monotonic clock, called
/// real, and get instants of this clock, called fair, which never decrease.
struct FairClock: Hashable, Sendable {
  /// How long one standstill may last. With zero, the clock shows real time.
  var stallLimit: Nanoseconds { didSet { updateRunsUntil() } }
  /// The real time that has not counted so far.
  private(set) var uncounted: Nanoseconds = 0
  /// When the clock last stopped awaiting answers.
  private(set) var resumedAt = MonotonicInstant(nanoseconds: .min)
  /// How long the clock had then awaited answers.
  private(set) var lastLatency: Nanoseconds = 0
  /// When the deadline timer will next check the clock.
  private var nextCheck = MonotonicInstant.never { didSet { updateRunsUntil() } }
  /// When the process was last seen running.
  private var lastSeen = MonotonicInstant(nanoseconds: .min)
  /// The fair instant of the last event.
  private var lastEvent = MonotonicInstant(nanoseconds: .min)
  /// A stall that a reading of the clock has ended, and that no check has returned yet.
  private var unreported: Stall?
  /// The queues with a probe that they have not answered.
  private(set) var unanswered: QueueSet = []
  /// The unanswered queues for which the clock no longer stands still. A queue leaves this set when it answers.
  private var ignored: QueueSet = []
  /// The queues for which the clock of ``OwnTime`` does not stand still, because waits block them.
  private var blockedByWaits: QueueSet = []
  /// Since when the clock has awaited answers; nil when it awaits none.
  private(set) var awaitsAnswersSince: MonotonicInstant? { didSet { updateRunsUntil() } }
  /// The real instant until which the clock certainly runs, so that a reading needs no other calculation.
  private(set) var runsUntil = MonotonicInstant.never
  /// The queues that the clock has awaited for long enough to report them.
  private var stalledQueues: QueueSet = []
  /// When the latest beat during this standstill was sent, and to which queues.
  private var lastBeat = MonotonicInstant(nanoseconds: .min)
  private var probedByLastBeat: QueueSet = []

  /// A delay of up to this length counts as on time.
  let tolerance: Nanoseconds
  /// The usual tolerance: a hundredth of a second.
  static let usualTolerance: Nanoseconds = 10_000_000
  /// A standstill of more than a tenth of a second is a stall, which reports mention.
  static let shortestStall: Nanoseconds = 100_000_000

  /// The longest time for which one standstill can hold the fair clock: half a minute by default.
  ///
  /// With zero, the clock shows real time.
  static let usualStallLimit: Nanoseconds = {
    let seconds = EnvironmentSetting.notNegative("EXPECTATIONS_STALL_LIMIT") ?? 30
    return Nanoseconds(min(seconds, 1e9) * 1e9)
  }()

  init(stallLimit: Nanoseconds, tolerance: Nanoseconds = usualTolerance) {
    self.stallLimit = stallLimit
    self.tolerance = tolerance
  }

  /// Whether the clock can differ from real time.
  var isFair: Bool { stallLimit > 0 }

  /// Whether the clock awaits answers: it stands still now, or will after the tolerance.
  var awaitsAnswers: Bool { awaitsAnswersSince != nil }

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
    guard awaitsAnswersSince == nil else { return runsUntil }
    excludeLateness(at: real)
    return real
  }

  private mutating func updateRunsUntil() {
    runsUntil = isFair ? (awaitsAnswersSince ?? nextCheck).advanced(by: tolerance) : .never
  }

  /// Excludes the time in which the process did not run, because the deadline timer has not checked the clock in time.
  ///
  /// The beginning of that time is unknown. It is not before the process was last seen running. Before the check was
  /// due, at most as much time is excluded as the check is late.
  private mutating func excludeLateness(at real: MonotonicInstant) {
    let due = max(nextCheck, lastSeen)
    let lateness = real.since(due)
    uncounted += min(lateness + min(lateness, due.since(lastSeen)), stallLimit)
    if lateness > Self.shortestStall {
      unreported = Stall(began: unreported?.began ?? due, ended: real, queues: [])
    }
    nextCheck = real
  }

  /// Returns the real instant at which the clock shows `fair`, unless it stands still before then.
  func realInstant(of fair: MonotonicInstant) -> MonotonicInstant { fair.advanced(by: uncounted) }

  // MARK: Checks

  /// Notes that the deadline timer will check the clock at `real`.
  mutating func expectCheck(at real: MonotonicInstant) { nextCheck = min(nextCheck, real) }

  /// Checks the clock for the deadline timer, which will check it again at `next`. Returns a stall that has ended.
  mutating func check(at real: MonotonicInstant, next: MonotonicInstant) -> Stall? {
    _ = reading(at: real)
    defer { nextCheck = next }
    guard let since = awaitsAnswersSince else { return unreported.take() }
    noteStalledQueues(at: real)
    guard real.since(since) >= stallLimit else { return nil }
    return ignore(unanswered, at: real)
  }

  // MARK: Beats

  /// Begins a beat right after a check. Returns the queues to probe: those without an unanswered probe.
  ///
  /// During a standstill, only ``OwnTime`` needs a beat.
  mutating func beat(at real: MonotonicInstant) -> QueueSet {
    let probed = QueueSet.all.subtracting(unanswered)
    noteStalledQueues(at: real)
    (lastBeat, probedByLastBeat) = (real, awaitsAnswers ? probed : [])
    unanswered = .all
    awaitAnswersIfNeeded(at: real)
    return probed
  }

  /// Handles the answer of a queue. Returns the stall that the answer ended, if any.
  mutating func answer(_ queue: QueueSet, at real: MonotonicInstant) -> Stall? {
    noteStalledQueues(at: real)
    unanswered.subtract(queue)
    ignored.subtract(queue)
    return resumeIfAnswered(at: real)
  }

  // MARK: Queues for which the clock does not stand still

  /// Notes which queues waits of this library block. Returns the stall that this ended, if any.
  mutating func noteBlockedByWaits(_ queues: QueueSet, at real: MonotonicInstant) -> Stall? {
    noteStalledQueues(at: real)
    blockedByWaits = queues
    awaitAnswersIfNeeded(at: real)
    return resumeIfAnswered(at: real)
  }

  /// Ignores those of these queues that have not answered. Returns the stall that this ended, if any.
  mutating func ignore(_ queues: QueueSet, at real: MonotonicInstant) -> Stall? {
    noteStalledQueues(at: real)
    ignored.formUnion(queues.intersection(unanswered))
    return resumeIfAnswered(at: real)
  }

  // MARK: Standing still

  /// The queues for which the clock does not stand still at the moment.
  var passedOver: QueueSet { ignored.union(blockedByWaits) }

  /// The queues whose answers the clock awaits.
  private var awaited: QueueSet { unanswered.subtracting(passedOver) }

  /// The queues whose answers the clock has awaited for long enough to report them.
  private func stalled(at real: MonotonicInstant) -> QueueSet {
    guard let since = awaitsAnswersSince, real.since(since) > Self.shortestStall else { return [] }
    return real.since(lastBeat) > Self.shortestStall ? awaited : awaited.subtracting(probedByLastBeat)
  }

  private mutating func awaitAnswersIfNeeded(at real: MonotonicInstant) {
    guard isFair, awaitsAnswersSince == nil, !awaited.isEmpty else { return }
    _ = reading(at: real)
    awaitsAnswersSince = real
  }

  private mutating func noteStalledQueues(at real: MonotonicInstant) { stalledQueues.formUnion(stalled(at: real)) }

  private mutating func resumeIfAnswered(at real: MonotonicInstant) -> Stall? {
    guard let since = awaitsAnswersSince, awaited.isEmpty else { return nil }
    let length = real.since(since)
    defer { stalledQueues = [] }
    (lastLatency, resumedAt) = (length, real)
    // A check at the stall limit ends the standstill. If that check is late, the process did not run in between.
    uncounted += min(max(0, length - tolerance), 2 * stallLimit)
    awaitsAnswersSince = nil
    lastSeen = real
    // A check that was due during the standstill is not late, because that time is already excluded.
    nextCheck = max(nextCheck, real)
    return length > Self.shortestStall ? Stall(began: since, ended: real, queues: stalledQueues) : nil
  }

  /// The stalls that no call has returned yet: one that a reading has ended, and one that continues at `real`.
  func unreportedStalls(at real: MonotonicInstant) -> [Stall] { [unreported, stall(at: real)].compactMap { $0 } }

  /// The stall that continues at `real`, if there is one.
  func stall(at real: MonotonicInstant) -> Stall? {
    guard let since = awaitsAnswersSince, real.since(since) > Self.shortestStall else { return nil }
    return Stall(began: since, ended: real, queues: stalledQueues.union(stalled(at: real)))
  }
}

/// A time in which the fair clock stood still, in real instants.
struct Stall: Hashable, Sendable {
  var began: MonotonicInstant
  var ended: MonotonicInstant
  /// The queues that did not answer; empty when the process did not run.
  var queues: QueueSet
  /// The waits of this library that blocked them.
  var waits: [BlockingWait] = []

  var length: Nanoseconds { ended.since(began) }
}

/// A wait that keeps a queue from running.
struct BlockingWait: Hashable, Sendable, Encodable {
  /// ``QueueSet/main`` or ``QueueSet/pool``.
  var queue: QueueSet
  /// Its line, as in `DocumentTests.swift:24`.
  var line: String
}

/// The queues that a beat probes.
struct QueueSet: OptionSet, Hashable, Sendable, Encodable {
  let rawValue: UInt8

  static let main = QueueSet(rawValue: 1)
  static let global = QueueSet(rawValue: 2)
  /// The concurrency pool has one queue for each priority.
  ///
  /// Assumption: Swift Testing runs tests at medium priority, XCTest at high priority.
  /// Check: by `Tests/Checks/Load/check`, which holds the pool of each.
  /// If false: the fair clock runs while the pool of the tests is blocked, and correct waits may time out.
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
