#if Stacks && os(Linux)
  import ThreadInspection
#endif

/// Finds out during a stall whether a test keeps the pool busy with work of its own. Then nothing is starved, and time
/// passes for the waits of that test: see ``OwnTime``.
///
/// Known are three facts, or else the stall is one for all waits:
///
/// - All threads of the pool are busy, but for those that block in waits of this library: each runs for two fifths of
///   the time at least, and hardly waits for a processor. What else it does in that time is not known; threads that
///   compute may wait for locks of each other.
/// - These threads are in code of the program, as their stacks show.
/// - It is work of one test. XCTest runs one test at a time. Beside other tests, the name of the test is on the stack
///   of each of these threads.
enum OwnWork {
  private struct Reading {
    let taken: MonotonicInstant
    let times: [Int32: (running: UInt64, delayed: UInt64)]

    init?() {
      #if Stacks && os(Linux)
        guard let times = RunningTimes.now() else { return nil }
        (self.times, taken) = (times, MonotonicClock.now())
      #else
        return nil
      #endif
    }

    /// The threads that have run for at least ``OwnWork/share`` of the time since an earlier reading, and have waited
    /// for a processor for at most the share `mostDelayed`.
    func busy(since earlier: Reading, mostDelayed: Double = 1) -> Set<Int32> {
      let passed = Double(taken.since(earlier.taken))
      return Set(
        times.compactMap { number, time in
          guard let before = earlier.times[number] else { return nil }
          let (running, delayed) = (time.running &- before.running, time.delayed &- before.delayed)
          return Double(running) >= passed * OwnWork.share && Double(delayed) <= passed * mostDelayed ? number : nil
        })
    }
  }

  private struct State {
    /// The stall, and the last reading during it.
    var stall: MonotonicInstant
    var reading: Reading
    /// The threads that were found to do work of a test, and when.
    var threads: Set<Int32> = []
    var foundAt = MonotonicInstant.never
  }

  private static let state = Locked<State?>(nil)
  /// The time between two readings, at least.
  private static let interval: Nanoseconds = 100_000_000
  /// The share of that time in which a busy thread runs, at least. Threads that compute wait for locks of each other,
  /// and a computer in a cloud may itself not always run.
  private static let share = 0.4
  /// The share of that time in which a busy thread waits for a processor, at most. That is so at first; later, the
  /// library itself and the waits of the test take some.
  private static let delayedShare = 0.2
  /// Beside other tests, the threads may do other work by now.
  private static let longest: Nanoseconds = 2_000_000_000

  /// Looks at the threads, with each check of a stall. The caller does not wait.
  static func look(during stall: Stall) {
    guard !stall.queues.isEmpty, !stall.queues.contains(.main), Inspections.areAllowed else { return }
    Inspections.perform {
      let holder = find(during: stall)
      let hasChanged = Blockage.poolHolder.withLock { known in
        defer { known = holder }
        return known != holder
      }
      if hasChanged { Heartbeat.noteBlockage() }
    }
  }

  private static func find(during stall: Stall) -> ObjectIdentifier? {
    let (only, holder) = (TestHosts.only.map { ObjectIdentifier($0) }, Blockage.poolHolder.withLock { $0 })
    guard var known = state.withLock({ $0 }), known.stall == stall.began else {
      state.withLock { state in state = Reading().map { State(stall: stall.began, reading: $0) } }
      return nil
    }
    let earlier = known.reading
    guard MonotonicClock.now().since(earlier.taken) >= interval else { return holder }
    guard let now = Reading() else { return nil }
    known.reading = now
    defer { state.withLock { $0 = known } }
    if let holder, fillsPool(now.busy(since: earlier).intersection(known.threads).count),
      only == holder || only == nil && now.taken.since(known.foundAt) < longest
    {
      return holder
    }
    let busy = now.busy(since: earlier, mostDelayed: delayedShare)
    guard fillsPool(busy.count), let inspection = Inspections.recent() else { return nil }
    let inPool = inspection.busyInPool.filter { busy.contains($0.key) }
    guard let last = Reading() else { return nil }
    // The next period begins here: the inspection has taken the processor from the threads that compute.
    known.reading = last
    known.threads = last.busy(since: earlier).intersection(inPool.keys)
    known.foundAt = last.taken
    guard fillsPool(known.threads.count) else { return nil }
    return test(in: known.threads.compactMap { inPool[$0] })
  }

  private static func fillsPool(_ count: Int) -> Bool {
    count > 0 && count + Blockage.pool.value >= Blockage.poolSize
  }

  /// The test whose work these threads do.
  private static func test(in stacks: [[String]]) -> ObjectIdentifier? {
    guard stacks.allSatisfy({ !$0.isEmpty }) else { return nil }
    if let only = TestHosts.only { return ObjectIdentifier(only) }
    return TestHosts.withNames.first { name, _ in
      stacks.allSatisfy { $0.contains { $0 == name || $0.hasSuffix(" \(name)") } }
    }.map { ObjectIdentifier($0.host) }
  }
}
