import Dispatch

/// Looks at waits when their time is over, from a private serial queue: one timer for all of them.
///
/// The queue depends on nobody: Dispatch gives such a queue a thread even when the global queues, the main queue and
/// the concurrency pool are all blocked. The timer is set only when an earlier deadline comes, and left to run out when
/// no wait is left, so a wait that ends soon never touches it.
final class Alarm: Sendable {
  static let shared = Alarm()

  private struct Schedule {
    private var heap = DeadlineHeap<SlotKey>()
    /// Deadlines that count no longer but are still in the heap: a wait that has ended is not to be held up by it.
    private var struckOut: [SlotKey] = []
    /// When the timer will go off; nil when it is idle.
    var setFor: Instant?

    var deadlines: DeadlineHeap<SlotKey> {
      mutating get {
        clearOut()
        return heap
      }
      _modify {
        clearOut()
        yield &heap
      }
    }

    mutating func strikeOut(_ wait: SlotKey) {
      struckOut.append(wait)
      if struckOut.count == 100 { clearOut() }
    }

    private mutating func clearOut() {
      for wait in struckOut { heap.remove(wait) }
      struckOut.removeAll(keepingCapacity: true)
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

  /// Has the wait looked at as soon as the clock is past `instant`.
  func set(_ wait: SlotKey, after instant: Instant) {
    guard instant != .never else { return }
    schedule.withLock { schedule in
      schedule.deadlines.set(wait, at: instant)
      rearm(&schedule)
    }
  }

  func clear(_ wait: SlotKey) {
    schedule.withLock { $0.strikeOut(wait) }
  }

  /// How many deadlines are pending.
  var pendingCount: Int {
    schedule.withLock { $0.deadlines.count }
  }

  private func ring() {
    var looksAgain: [(SlotKey, Instant)] = []
    while let wait = schedule.withLock({ $0.deadlines.popDue(before: MonotonicClock.now()) }) {
      if let next = Engine.expire(wait) { looksAgain.append((wait, next)) }
    }
    schedule.withLock { schedule in
      for (wait, next) in looksAgain where next != .never { schedule.deadlines.set(wait, at: next) }
      schedule.setFor = nil
      rearm(&schedule)
    }
    // One that ended meanwhile found nothing to clear.
    for (wait, _) in looksAgain where !Engine.isLive(wait) { clear(wait) }
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
