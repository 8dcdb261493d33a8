/// The clock that waits are judged by: it counts only the time in which something could run.
///
/// A timeout guards against what never comes, and says nothing about how busy the machine is. So this clock stands
/// still whenever it is not certain that anything could run:
///
/// - The alarm promises when it will look next. Whoever reads the clock later than that, and finds that the alarm has
///   not, knows that the process did not run: it was stopped, swapped out or starved. That time does not count.
/// - With a *beat*, each of several queues is asked to run a block. As long as one has not answered, the clock stands
///   still, and that time does not count, either.
///
/// In both, the first hundredth of a second is no reason to stand still: to be served so soon is to be served at once.
///
/// One standstill lasts for at most the stall limit; what has not answered by then is given up until it does. A queue
/// that waits of this library block themselves does not hold the clock either: such a wait fails on time.
///
/// It knows no other clock: instants of the monotonic clock come in, and fair ones, which never go back, come out.
struct FairClock: Hashable, Sendable {
  /// How long one standstill lasts at most. With zero, the clock runs like that of real time.
  var stallLimit: Nanoseconds { didSet { updateRunsUntil() } }
  /// How much real time has not been counted so far.
  private(set) var uncounted: Nanoseconds = 0
  /// When the clock last went on after it had been held.
  private(set) var wentOnAt = Instant(nanoseconds: .min)
  /// For how long it had been held then.
  private(set) var lastLatency: Nanoseconds = 0
  /// When the alarm will look next.
  private var nextCheck = Instant.never { didSet { updateRunsUntil() } }
  /// When the process was last seen running.
  private var lastSeen = Instant(nanoseconds: .min)
  /// The instant of the last event.
  private var lastEvent = Instant(nanoseconds: .min)
  /// A stall that ended when the clock was read.
  private var unreported: Stall?
  /// The queues that have been asked and have not answered.
  private(set) var unanswered: QueueSet = []
  /// Those of them for which the clock does not stand still any longer, until they answer.
  private var givenUp: QueueSet = []
  /// The queues for which it does not stand still because waits of this library block them.
  private var blockedByWaits: QueueSet = []
  /// Since when the clock has been held, for want of an answer.
  private(set) var heldSince: Instant? { didSet { updateRunsUntil() } }
  /// Until when it runs like the clock of real time: nothing needs to be found out to read it.
  private(set) var runsUntil = Instant.never
  /// What has kept it standing for long enough to be told of.
  private var culprits: QueueSet = []

  /// What is later than it should be by no more than this is on time.
  let tolerance: Nanoseconds
  /// The usual tolerance.
  static let hundredth: Nanoseconds = 10_000_000
  /// A standstill of more than this is a stall, of which people are told.
  static let shortestStall: Nanoseconds = 100_000_000

  init(stallLimit: Nanoseconds, tolerance: Nanoseconds = hundredth) {
    self.stallLimit = stallLimit
    self.tolerance = tolerance
  }

  /// Whether it differs from real time at all.
  var isFair: Bool { stallLimit > 0 }

  /// Whether something has not answered that it is held for: it stands still now, or soon.
  var isHeld: Bool { heldSince != nil }

  /// The instant of an event: what the clock shows, but later than that of every event before it.
  mutating func tick(at real: Instant) -> Instant {
    lastEvent = max(reading(at: real), lastEvent.next)
    return lastEvent
  }

  /// What the clock shows when nothing happens.
  mutating func instant(at real: Instant) -> Instant { max(reading(at: real), lastEvent) }

  /// To read it shows that the process runs.
  @inline(__always)
  private mutating func reading(at real: Instant) -> Instant {
    let shown = real <= runsUntil ? real : readingOfStandstill(at: real)
    lastSeen = real
    return Instant(nanoseconds: shown.nanoseconds - uncounted)
  }

  private mutating func readingOfStandstill(at real: Instant) -> Instant {
    guard heldSince == nil else { return runsUntil }
    excuseLateness(at: real)
    return real
  }

  private mutating func updateRunsUntil() {
    runsUntil = isFair ? (heldSince ?? nextCheck).advanced(by: tolerance) : .never
  }

  /// The process did not run when the alarm should have looked. How long before that it had stopped running, nobody
  /// knows: not before it was last seen, and as much as it is late at most.
  private mutating func excuseLateness(at real: Instant) {
    let due = max(nextCheck, lastSeen)
    let lateness = real.since(due)
    uncounted += min(lateness + min(lateness, due.since(lastSeen)), stallLimit)
    if lateness > Self.shortestStall {
      unreported = Stall(began: unreported?.began ?? due, ended: real, queues: [])
    }
    nextCheck = real
  }

  /// The earliest real instant at which the clock can show `fair`: it does unless it stands still in between.
  func realInstant(of fair: Instant) -> Instant { fair.advanced(by: uncounted) }

  // MARK: Looks

  /// The alarm is going to be set for a look at an instant.
  mutating func expectCheck(at real: Instant) { nextCheck = min(nextCheck, real) }

  /// The alarm looks, and promises to look again at `next`. Returns a stall that has ended.
  mutating func look(at real: Instant, next: Instant) -> Stall? {
    _ = reading(at: real)
    defer { nextCheck = next }
    guard let since = heldSince else { return unreported.take() }
    noteCulprits(at: real)
    guard real.since(since) >= stallLimit else { return nil }
    return giveUp(unanswered, at: real)
  }

  // MARK: Beats

  /// Begins a beat, right after a look. Returns the queues to ask: those from which no answer is outstanding.
  mutating func beat(at real: Instant) -> QueueSet {
    let asked = QueueSet.all.subtracting(unanswered)
    unanswered = .all
    holdIfNeeded(at: real)
    return asked
  }

  /// A queue has answered. Returns a stall that has ended with it.
  mutating func answer(_ queue: QueueSet, at real: Instant) -> Stall? {
    noteCulprits(at: real)
    unanswered.subtract(queue)
    givenUp.subtract(queue)
    return goOnIfNotHeld(at: real)
  }

  // MARK: What does not hold the clock

  /// Says which queues are blocked by waits of this library and by nothing else. Returns a stall that has ended with
  /// it.
  mutating func noteBlockedByWaits(_ queues: QueueSet, at real: Instant) -> Stall? {
    noteCulprits(at: real)
    blockedByWaits = queues
    holdIfNeeded(at: real)
    return goOnIfNotHeld(at: real)
  }

  /// For what these queues have not answered, the clock does not stand still any longer. Returns a stall that has
  /// ended with it.
  mutating func giveUp(_ queues: QueueSet, at real: Instant) -> Stall? {
    noteCulprits(at: real)
    givenUp.formUnion(queues.intersection(unanswered))
    return goOnIfNotHeld(at: real)
  }

  // MARK: Standing still

  /// The queues whose answers the clock is held for.
  private var holding: QueueSet { unanswered.subtracting(givenUp).subtracting(blockedByWaits) }

  private mutating func holdIfNeeded(at real: Instant) {
    guard isFair, heldSince == nil, !holding.isEmpty else { return }
    _ = reading(at: real)
    heldSince = real
  }

  private mutating func noteCulprits(at real: Instant) {
    guard let since = heldSince, real.since(since) > Self.shortestStall else { return }
    culprits.formUnion(holding)
  }

  private mutating func goOnIfNotHeld(at real: Instant) -> Stall? {
    guard let since = heldSince, holding.isEmpty else { return nil }
    let length = real.since(since)
    defer { culprits = [] }
    (lastLatency, wentOnAt) = (length, real)
    // The alarm gives up at the stall limit. If it came later than that, the process did not run meanwhile.
    uncounted += min(max(0, length - tolerance), 2 * stallLimit)
    heldSince = nil
    lastSeen = real
    // A look that was due meanwhile is not late: that time has been accounted for.
    nextCheck = max(nextCheck, real)
    return length > Self.shortestStall ? Stall(began: since, ended: real, queues: culprits) : nil
  }

  /// The stalls that have not been told of: one that the alarm has not come to tell, and one that goes on.
  func untoldStalls(at real: Instant) -> [Stall] { [unreported, stall(at: real)].compactMap { $0 } }

  /// The stall that goes on, if one does.
  func stall(at real: Instant) -> Stall? {
    guard let since = heldSince, real.since(since) > Self.shortestStall else { return nil }
    return Stall(began: since, ended: real, queues: culprits.union(holding))
  }
}

/// A time in which the fair clock stood still, in real instants.
struct Stall: Hashable, Sendable {
  var began: Instant
  var ended: Instant
  /// What did not answer; empty when the process itself did not run.
  var queues: QueueSet

  var length: Nanoseconds { ended.since(began) }
}

/// The queues that a beat asks.
struct QueueSet: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  static let main = QueueSet(rawValue: 1)
  static let global = QueueSet(rawValue: 2)
  /// The concurrency pool has a queue for each priority. Swift Testing runs tests at the medium one, XCTest at the
  /// high one.
  static let mediumPool = QueueSet(rawValue: 4)
  static let highPool = QueueSet(rawValue: 8)

  static let pool: QueueSet = [.mediumPool, .highPool]
  static let all: QueueSet = [.main, .global, .pool]
}

/// One instant on both clocks.
struct Moment: Hashable, Sendable {
  /// On the fair clock, which decides.
  var fair: Instant
  /// On the monotonic clock, which people are told.
  var real: Instant
}
