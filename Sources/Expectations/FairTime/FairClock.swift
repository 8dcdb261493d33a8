/// The clock for deadlines. It counts only the time in which code could run, so that a timeout does not depend on how
/// busy the computer is.
///
/// Time does not count in two cases:
///
/// - The process did not run, because it was stopped, swapped out or starved. The timer states when it will next check
///   the clock. If that instant has passed without a check, the process did not run.
/// - A queue did not run. A *beat* sends a probe to each of several queues. The clock stands still until all of them
///   have answered.
///
/// A delay of up to a hundredth of a second counts as time in both cases. A queue that has run nothing for the stall
/// limit is ignored until it answers: it may be blocked for good. A queue that has much to do answers late as well, but
/// is seen to run meanwhile, because tasks in it begin waits.
///
/// This type is a plain value, which never reads the time. Its callers pass instants of the monotonic clock, called
/// real, and get instants of this clock, called fair, which never decrease.
struct FairClock: Hashable, Sendable {
  /// How long the clock awaits a queue that runs nothing. With zero, the clock shows real time.
  var stallLimit: Nanoseconds { didSet { updateRunsUntil() } }
  /// The real time that has not counted so far.
  private(set) var uncounted: Nanoseconds = 0
  /// The part of it in which only the main queue did not run.
  private var uncountedOfMainAlone: Nanoseconds = 0
  /// The real time in which the process did not run, also while the clock stood still.
  private(set) var absent: Nanoseconds = 0
  /// How long the clock awaited the answers to the last beat.
  private(set) var lastLatency: Nanoseconds = 0
  /// When the timer will next check the clock.
  private(set) var nextCheck = Instant.never
  /// When the process was last seen running.
  private var lastSeen = Instant(nanoseconds: .min)
  /// The fair instant of the last event.
  private var lastEvent = Instant(nanoseconds: .min)
  /// The queues with a probe that they have not answered.
  private(set) var unanswered: QueueSet = []
  /// Since when each queue that has not answered has not been seen to run.
  private(set) var silentSince: [QueueSet: Instant] = [:]
  /// The queues for which the clock does not stand still. A queue leaves this set when it answers.
  private var ignored: QueueSet
  /// Since when the clock has awaited answers; nil when it awaits none.
  private(set) var awaitsAnswersSince: Instant?
  /// The real instant until which the clock certainly runs, so that a reading needs no other calculation.
  private var runsUntil = Instant.never
  /// The queues that the clock has awaited for long enough to report them.
  private var stalledQueues: QueueSet = []
  /// When the process was last found not to have run, if no check has told of it.
  private var absence: Stall?

  /// A delay of up to this length counts as on time.
  static let tolerance: Nanoseconds = 10_000_000
  /// A standstill of more than a tenth of a second is a stall, which reports mention.
  static let shortestStall: Nanoseconds = 100_000_000

  /// - Parameters:
  ///   - stallLimit: How long the clock awaits a queue that runs nothing.
  ///   - ignored: The queues that may never run, and only count once they have answered.
  init(stallLimit: Nanoseconds, ignoring ignored: QueueSet = []) {
    self.stallLimit = stallLimit
    self.ignored = ignored
  }

  /// Whether the clock can differ from real time.
  var isFair: Bool { stallLimit > 0 }

  /// Whether the clock awaits answers: it stands still now, or will after the tolerance.
  var awaitsAnswers: Bool { awaitsAnswersSince != nil }

  /// Returns the instants of an event: later than every earlier event on the fair clock.
  mutating func tick(at real: Instant) -> Moment {
    lastEvent = max(reading(at: real), lastEvent.next)
    return Moment(fair: lastEvent, real: real)
  }

  /// Returns the reading of the clock without recording an event.
  mutating func instant(at real: Instant) -> Instant { max(reading(at: real), lastEvent) }

  /// Reads the clock. Reading it shows that the process runs.
  @inline(__always)
  private mutating func reading(at real: Instant) -> Instant {
    let shown = real <= runsUntil ? real : readingOfStandstill(at: real)
    lastSeen = real
    return Instant(nanoseconds: shown.nanoseconds - uncounted)
  }

  private mutating func readingOfStandstill(at real: Instant) -> Instant {
    guard real > nextCheck.advanced(by: Self.tolerance) else { return runsUntil }
    // The timer has not checked the clock in time. The process did not run: at the earliest since it was last seen,
    // and before the check was due, for at most as long as the check is late.
    let due = max(nextCheck, lastSeen)
    let lateness = real.since(due)
    let length = min(lateness + min(lateness, due.since(lastSeen)), stallLimit)
    absent += length
    setNextCheck(real)
    guard awaitsAnswersSince == nil else { return runsUntil }
    uncounted += length
    absence = Stall(began: due, ended: real, queues: [])
    return real
  }

  /// Notes that the timer will check the clock next at an instant.
  mutating func setNextCheck(_ instant: Instant) {
    nextCheck = instant
    updateRunsUntil()
  }

  private mutating func updateRunsUntil() {
    runsUntil = isFair ? (awaitsAnswersSince ?? nextCheck).advanced(by: Self.tolerance) : .never
  }

  // MARK: Checks

  /// Notes that the timer will check the clock at `real`.
  mutating func expectCheck(at real: Instant) {
    if real < nextCheck { setNextCheck(real) }
  }

  /// Checks the clock for the timer, which will check it again at `next`. Returns a stall that has ended.
  mutating func check(at real: Instant, next: Instant) -> Stall? {
    _ = reading(at: real)
    defer { setNextCheck(next) }
    guard let since = awaitsAnswersSince else {
      defer { absence = nil }
      return absence.flatMap { $0.ended.since($0.began) > Self.shortestStall ? $0 : nil }
    }
    noteStalledQueues(at: real)
    for queue in QueueSet.each where awaited.contains(queue) && real >= whenItGivesUp(on: queue, since: since) {
      ignored.formUnion(queue)
    }
    return resumeIfAnswered(at: real)
  }

  // MARK: Beats

  /// Begins a beat right after a check. Returns the queues to probe: those without an unanswered probe.
  mutating func beat(at real: Instant) -> QueueSet {
    let probed = QueueSet.all.subtracting(unanswered)
    for queue in QueueSet.each where probed.contains(queue) { silentSince[queue] = real }
    unanswered = .all
    guard isFair, awaitsAnswersSince == nil, !awaited.isEmpty else { return probed }
    _ = reading(at: real)
    awaitsAnswersSince = real
    updateRunsUntil()
    return probed
  }

  /// Counts a queue from now on, whether or not it has answered before.
  mutating func expect(_ queue: QueueSet) { ignored.subtract(queue.subtracting(unanswered)) }

  /// Notes that queues ran something before they came to the probe.
  mutating func noteRuns(_ queues: QueueSet, at real: Instant) {
    for queue in QueueSet.each where queues.intersection(awaited).contains(queue) { silentSince[queue] = real }
  }

  /// When the clock gives up on the first queue, if none answers; nil when it awaits none.
  var givesUpAt: Instant? {
    awaitsAnswersSince.flatMap { since in
      QueueSet.each.filter(awaited.contains).map { whenItGivesUp(on: $0, since: since) }.min()
    }
  }

  private func whenItGivesUp(on queue: QueueSet, since: Instant) -> Instant {
    max(since, silentSince[queue] ?? since).advanced(by: stallLimit)
  }

  /// Handles the answer of a queue. Returns the stall that the answer ended, if any.
  mutating func answer(_ queue: QueueSet, at real: Instant) -> Stall? {
    _ = reading(at: real)
    noteStalledQueues(at: real)
    unanswered.subtract(queue)
    ignored.subtract(queue)
    return resumeIfAnswered(at: real)
  }

  /// The queues whose answers the clock awaits.
  var awaited: QueueSet { unanswered.subtracting(ignored) }

  private mutating func noteStalledQueues(at real: Instant) {
    if let since = awaitsAnswersSince, real.since(since) > Self.shortestStall { stalledQueues.formUnion(awaited) }
  }

  private mutating func resumeIfAnswered(at real: Instant) -> Stall? {
    guard let since = awaitsAnswersSince, awaited.isEmpty else { return nil }
    let length = real.since(since)
    defer { stalledQueues = [] }
    lastLatency = length
    // A check at the stall limit ends the standstill. If that check is late, the process did not run in between.
    let lastSign = silentSince.values.reduce(since, max)
    let standstill = min(max(0, length - Self.tolerance), lastSign.since(since) + 2 * stallLimit)
    uncounted += standstill
    if stalledQueues == .main { uncountedOfMainAlone += standstill }
    awaitsAnswersSince = nil
    lastSeen = real
    // A check that was due during the standstill is not late, because that time is already excluded.
    setNextCheck(max(nextCheck, real))
    return length > Self.shortestStall ? Stall(began: since, ended: real, queues: stalledQueues) : nil
  }

  /// How much time did not count because only the main queue did not run, until `real`.
  func uncountedOfMainAlone(until real: Instant) -> Nanoseconds {
    guard let stall = stall(at: real), stall.queues == .main else { return uncountedOfMainAlone }
    return uncountedOfMainAlone + real.since(stall.began) - Self.tolerance
  }

  /// The stall that continues at `real`, if there is one.
  func stall(at real: Instant) -> Stall? {
    guard let since = awaitsAnswersSince, real.since(since) > Self.shortestStall else { return nil }
    return Stall(began: since, ended: real, queues: stalledQueues.union(awaited))
  }
}

/// A time in which the fair clock stood still, in real instants.
package struct Stall: Hashable, Sendable {
  package var began: Instant
  package var ended: Instant
  /// The queues that did not answer; empty when the process did not run.
  package var queues: QueueSet
}
