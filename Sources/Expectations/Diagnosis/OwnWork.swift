#if Stacks && os(Linux)
  import ThreadInspection
#endif

/// Finds out during a stall whether a test keeps the pool busy with work of its own. Then nothing is starved, and time
/// passes for the waits of that test: see ``OwnTime``.
///
/// Known are three facts, or else the stall is one for all waits:
///
/// - All threads of the pool compute, but for those that block in waits of this library. They have the processor: their
///   own time grows as fast as real time.
/// - These threads are in code of the program, as their stacks show.
/// - It is work of one test. XCTest runs one test at a time. Beside other tests, the name of the test is on the stack
///   of each of these threads.
enum OwnWork {
  private struct Reading {
    let taken: MonotonicInstant
    let running: [Int32: UInt64]

    init?() {
      #if Stacks && os(Linux)
        guard let running = RunningTimes.now() else { return nil }
        (self.running, taken) = (running, MonotonicClock.now())
      #else
        return nil
      #endif
    }

    /// The threads that have had a processor for at least this share of the time since an earlier reading.
    func busy(since earlier: Reading, share: Double) -> Set<Int32> {
      let least = Double(taken.since(earlier.taken)) * share
      return Set(
        running.compactMap { number, time in
          earlier.running[number].map { Double(time &- $0) >= least } ?? false ? number : nil
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
  /// The share of that time in which a busy thread has the processor, at least: at first, and later, when the library
  /// itself and the waits of the test take some.
  private static let (share, laterShare) = (0.8, 0.4)
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
    if let holder, fillsPool(now.busy(since: earlier, share: laterShare).intersection(known.threads).count),
      only == holder || only == nil && now.taken.since(known.foundAt) < longest
    {
      return holder
    }
    let busy = now.busy(since: earlier, share: share)
    guard fillsPool(busy.count), let inspection = Inspections.recent() else { return nil }
    let inPool = inspection.busyInPool.filter { busy.contains($0.key) }
    guard let last = Reading() else { return nil }
    // The next period begins here: the inspection has taken the processor from the threads that compute.
    known.reading = last
    known.threads = last.busy(since: earlier, share: laterShare).intersection(inPool.keys)
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
