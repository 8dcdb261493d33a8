import Dispatch

/// Looks at waits when their time is over, from a private serial queue: one timer for all of them.
///
/// The queue depends on nobody: Dispatch gives such a queue a thread even when the global queues, the main queue and
/// the concurrency pool are all blocked. The timer is set only when an earlier deadline comes, and left to run out when
/// no wait is left. A wait that ends soon does not come back here either: its deadline is forgotten when it is met.
final class Alarm: Sendable {
  static let shared = Alarm()

  private struct Schedule {
    var deadlines = DeadlineHeap<SlotKey>()
    /// When the timer will go off; nil when it is idle.
    var setFor: Instant?
    /// How many deadlines there may be before it is worthwhile to look for those of waits that have ended.
    private var limit = 64

    mutating func add(_ wait: SlotKey, at instant: Instant) {
      if deadlines.count >= limit {
        forgetEnded()
        limit = max(64, 2 * deadlines.count)
      }
      deadlines.add(wait, at: instant)
    }

    /// Forgets the deadlines of waits that have ended.
    mutating func forgetEnded() {
      Engine.state.withLockOnly { state in deadlines.removeAll { !state.machine.waits.contains($0) } }
    }
  }

  private let schedule = Locked(Schedule())
  // Unchecked: a Dispatch source is safe from any thread, which its Swift type does not say.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  private init() {
    let queue = DispatchQueue(label: "expectations.deadlines", qos: .userInteractive)
    timer = DispatchSource.makeTimerSource(flags: .strict, queue: queue)
    // There is one alarm, and it is never released.
    timer.setEventHandler { [unowned self] in ring() }
    timer.activate()
  }

  /// Has the wait looked at as soon as the clock is past `instant`. Once for each wait.
  func set(_ wait: SlotKey, after instant: Instant) {
    guard instant != .never else { return }
    schedule.withLock { schedule in
      schedule.add(wait, at: instant)
      rearm(&schedule)
    }
  }

  /// How many deadlines it keeps, also of waits that have ended.
  var count: Int { schedule.withLock { $0.deadlines.count } }

  /// How many deadlines of waits that go on are pending.
  var pendingCount: Int {
    schedule.withLock { schedule in
      schedule.forgetEnded()
      return schedule.deadlines.count
    }
  }

  private func ring() {
    var looksAgain: [(SlotKey, Instant)] = []
    while let wait = schedule.withLock({ $0.deadlines.popDue(before: MonotonicClock.now()) }) {
      if let next = Engine.expire(wait) { looksAgain.append((wait, next)) }
    }
    schedule.withLock { schedule in
      for (wait, next) in looksAgain where next != .never { schedule.add(wait, at: next) }
      schedule.setFor = nil
      rearm(&schedule)
    }
  }

  /// Sets the timer for the earliest deadline, unless it goes off before that anyway. Under the lock: two threads that
  /// set it in the wrong order would lose the earlier deadline.
  private func rearm(_ schedule: inout Schedule) {
    guard let earliest = schedule.deadlines.earliest, earliest < schedule.setFor ?? .never else { return }
    schedule.setFor = earliest
    timer.schedule(
      deadline: DispatchTime(uptimeNanoseconds: UInt64(earliest.next.nanoseconds)), leeway: .nanoseconds(0))
  }
}
