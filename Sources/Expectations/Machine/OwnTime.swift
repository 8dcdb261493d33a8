/// The time of waits that block a queue.
///
/// A wait may occupy the main thread, or a thread of the pool. While it and others like it keep a queue from running,
/// the fair clock stands still, because all other waits may depend on that queue. The time of the waits that block it
/// passes nevertheless: otherwise they would never time out.
///
/// While waits block a queue, this value keeps a copy of the fair clock that does not stand still for such queues. How
/// far that copy gets ahead of the fair clock is time of those waits alone. If waits block the main queue and the pool,
/// it is time of both kinds: each would otherwise stand still for the other.
struct OwnTime: Hashable, Sendable {
  /// The copy; nil while no wait blocks a queue.
  private var clock: FairClock?
  /// How far the copy was ahead when it was last read.
  private var lead: Nanoseconds = 0
  /// How much time has passed for waits that block the main queue, and not on the fair clock; and the same for the pool.
  private(set) var passed = Passed()

  struct Passed: Hashable, Sendable {
    var main: Nanoseconds = 0
    var pool: Nanoseconds = 0

    /// The time of a wait that occupies a thread of this queue.
    subscript(queue: QueueSet) -> Nanoseconds { queue == .main ? main : queue == .pool ? pool : 0 }
  }

  /// Whether waits block a queue.
  var isRunning: Bool { clock != nil }
  /// Whether time may pass for such waits now.
  var awaitsAnswers: Bool { clock?.awaitsAnswers ?? false }
  /// The queues that waits block, and those that have been silent for as long as a stall may last.
  var blocked: QueueSet { clock?.passedOver ?? [] }
  /// The real time that has not counted for such waits.
  var uncounted: Nanoseconds { clock?.uncounted ?? 0 }

  // MARK: Queues that waits block

  /// Notes which queues waits block.
  mutating func noteBlocked(_ queues: QueueSet, beside fair: FairClock, at real: MonotonicInstant) {
    guard isRunning || !queues.isEmpty else { return }
    begin(beside: fair)
    _ = clock?.noteBlockedByWaits(queues, at: real)
    // A wait that was found to block the main queue does so until the queue answers.
    if blocked.isEmpty { clock = nil }
  }

  /// Notes that a wait blocks the main queue until that queue answers.
  mutating func noteMainIsBlocked(beside fair: FairClock, at real: MonotonicInstant) {
    begin(beside: fair)
    _ = clock?.ignore(.main, at: real)
    if blocked.isEmpty { clock = nil }
  }

  private mutating func begin(beside fair: FairClock) {
    guard !isRunning else { return }
    (clock, lead) = (fair, 0)
  }

  // MARK: Events of the fair clock

  mutating func expectCheck(at real: MonotonicInstant) { clock?.expectCheck(at: real) }
  mutating func check(at real: MonotonicInstant, next: MonotonicInstant) { _ = clock?.check(at: real, next: next) }
  mutating func beat(at real: MonotonicInstant) { _ = clock?.beat(at: real) }
  mutating func answer(_ queue: QueueSet, at real: MonotonicInstant) { _ = clock?.answer(queue, at: real) }

  /// Returns how much time has passed for waits that block a queue, since the last call, and not on the fair clock.
  mutating func advance(beside fair: inout FairClock, at real: MonotonicInstant) -> Passed {
    guard let ahead = clock?.instant(at: real) else { return Passed() }
    let previous = lead
    lead = ahead.since(fair.instant(at: real))
    let gained = max(0, lead - previous)
    let step = Passed(
      main: blocked.contains(.main) ? gained : 0, pool: blocked.contains(.pool) ? gained : 0)
    passed.main += step.main
    passed.pool += step.pool
    return step
  }
}
