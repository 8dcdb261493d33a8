/// The time of waits that block a queue, and of waits whose test keeps the pool busy.
///
/// A wait may occupy the main thread, or a thread of the pool. While it and others like it keep a queue from running,
/// the fair clock stands still, because all other waits may depend on that queue. The time of the waits that block it
/// passes nevertheless: otherwise they would never time out. In the same way, the time of all waits of a test passes
/// while the test's own work computes on all threads of the pool.
///
/// While a queue is blocked in this way, this value keeps a copy of the fair clock that does not stand still for that
/// queue. How far that copy gets ahead of the fair clock is time of those waits alone. If waits block the main queue
/// and the pool, it is time of both kinds: each would otherwise stand still for the other.
struct OwnTime: Hashable, Sendable {
  /// The copy; nil while no queue is blocked in this way.
  private var clock: FairClock?
  /// How far the copy was ahead when it was last read.
  private var lead: Nanoseconds = 0
  /// The test whose own work keeps the pool busy.
  private(set) var holder: ObjectIdentifier?
  /// How much time has passed so far for some waits, and not on the fair clock.
  private(set) var passed = Passed()

  struct Passed: Hashable, Sendable {
    /// For waits that occupy the main thread, and for those that occupy a thread of the pool.
    var main: Nanoseconds = 0
    var pool: Nanoseconds = 0
    /// For other waits of tests that keep the pool busy.
    var tests: [ObjectIdentifier: Nanoseconds] = [:]
    /// The part of it that was not time of waits that occupy the main thread.
    var testsBesideMain: [ObjectIdentifier: Nanoseconds] = [:]

    /// The time of a wait that occupies a thread of this queue, in this test.
    func time(_ queue: QueueSet, in test: ObjectIdentifier?) -> Nanoseconds {
      switch queue {
      case .main: main + (test.flatMap { testsBesideMain[$0] } ?? 0)
      case .pool: pool
      default: test.flatMap { tests[$0] } ?? 0
      }
    }

    fileprivate mutating func add(_ other: Passed) {
      main += other.main
      pool += other.pool
      tests.merge(other.tests, uniquingKeysWith: +)
      testsBesideMain.merge(other.testsBesideMain, uniquingKeysWith: +)
    }
  }

  /// Whether a queue is blocked.
  var isRunning: Bool { clock != nil }
  /// Whether no time passes for such waits either, because another queue does not answer.
  var awaitsAnswers: Bool { clock?.awaitsAnswers ?? false }
  /// The queues that waits block, and those that have been silent for as long as a stall may last.
  var blocked: QueueSet { clock?.passedOver ?? [] }
  /// The real time that has not counted for such waits.
  var uncounted: Nanoseconds { clock?.uncounted ?? 0 }

  // MARK: Queues that waits block

  /// Notes which queues waits block, or the work of a test.
  mutating func noteBlocked(
    _ queues: QueueSet, by holder: ObjectIdentifier? = nil, beside fair: FairClock, at real: MonotonicInstant
  ) {
    self.holder = holder
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
    var step = Passed()
    guard gained > 0 else { return step }
    if blocked.contains(.main) { step.main = gained }
    if blocked.contains(.pool) { step.pool = gained }
    if let holder, blocked.contains(.pool) {
      step.tests[holder] = gained
      if step.main == 0 { step.testsBesideMain[holder] = gained }
    }
    passed.add(step)
    return step
  }
}
