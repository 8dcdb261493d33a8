/// The stalls of the fair clock during the run. The process prints a paragraph about them when the run ends, which
/// names what did not run.
enum StallLog {
  /// One stall, and the tests that were running during it, as far as the library knows them.
  struct Entry: Sendable, Equatable {
    var stall: Stall
    var tests: [String]
  }

  private struct State {
    var entries: [Entry] = []
    /// The tests that have been running during the current stall, and whether a wait stood still.
    var tests: [String] = []
    var isAwaited = false
    /// The waits that have been blocking queues during it.
    var waits: [BlockingWait] = []
    /// The number of the current stall. A copy of what the threads do may be ready only when another one has begun.
    var number = 0
    /// Whether the threads have been inspected during the current stall, and what they did.
    var isInspected = false
    var inspection: Inspection?
    /// The longest stall with an inspection.
    var longest: (stall: Stall, inspection: Inspection)?

    /// The stalls that the clock has not returned yet.
    func unreported(_ clock: FairClock) -> [Stall] {
      clock.unreportedStalls(at: MonotonicClock.now()).map { stall in
        var stall = stall
        if !stall.queues.isEmpty { stall.waits = waits }
        return stall
      }
    }

    /// Keeps a stall that is over, if it is the longest one whose threads were inspected.
    mutating func noteLongest(_ stall: Stall) {
      guard let inspection, stall.length > longest?.stall.length ?? 0 else { return }
      longest = (stall, inspection)
    }
  }

  private static let state = Locked(State())
  /// The paragraph is printed only if all stalls together last at least this long: one second.
  private static let minimumTotal: Nanoseconds = 1_000_000_000
  /// Beyond this number of entries, the shorter half is dropped.
  private static let capacity = 10_000

  /// Notes the running tests and the waits that block queues while the clock stands still, and once what the threads
  /// do.
  static func noteRunningTests(in stall: Stall) {
    let (running, pending) = (TestHosts.running, Probes.pending)
    let (waits, isAwaited) = Engine.withLock { engine in
      let onOwnTime = engine.waitsOnOwnTime
      return (engine.blockingWaits, pending.contains { !onOwnTime.contains($0) })
    }
    let number: Int? = state.withLock { state in
      state.isAwaited = state.isAwaited || isAwaited
      for test in running where !state.tests.contains(test) { state.tests.append(test) }
      for wait in waits where !state.waits.contains(wait) { state.waits.append(wait) }
      guard stall.length >= minimumTotal, state.isAwaited, !state.isInspected else { return nil }
      state.isInspected = true
      return state.number
    }
    guard let number, !stall.queues.isEmpty else { return }
    Inspections.copy { inspection in
      let isCurrent = state.withLock { state in
        if state.number == number { state.inspection = inspection }
        return state.number == number
      }
      guard isCurrent else { return }
      guard TestHosts.haveTests, HostOverride.current == nil, let inspection else { return }
      if let text = StallText.present(stall, inspection) { StandardError.print(text) }
    }
  }

  /// Notes a stall that is over, under the engine's lock, so that a caller that sees the clock continue finds it here.
  /// While no wait is live, the last beat may go unanswered for a long time; that is no stall of any wait. Nor is it
  /// one of those waits that cause it.
  static func note(_ stall: Stall) {
    let isAwaited = !Probes.pending.isEmpty
    state.withLock { state in
      defer {
        (state.tests, state.isAwaited, state.waits) = ([], false, [])
        (state.isInspected, state.inspection) = (false, nil)
        state.number += 1
      }
      // A stall of queues counts only if a wait stood still. A stall of the whole process always counts: only a wait
      // notices it.
      guard stall.queues.isEmpty || state.isAwaited || isAwaited && state.waits.isEmpty else { return }
      var stall = stall
      stall.waits = state.waits
      state.entries.append(Entry(stall: stall, tests: state.tests))
      state.noteLongest(stall)
      if state.entries.count > capacity {
        let longest = state.entries.sortedForText { $0.stall.length > $1.stall.length }.prefix(capacity / 2)
        state.entries = longest.sortedForText { $0.stall.began < $1.stall.began }
      }
    }
  }

  /// The stalls that overlap a period.
  static func stalls(from start: MonotonicInstant, to end: MonotonicInstant) -> [Stall] {
    let all = Engine.withLock { engine in
      state.withLock { state in
        state.entries.map(\.stall) + state.unreported(engine.clock)
      }
    }
    return all.filter { $0.ended > start && $0.began < end }
  }

  static func printAll() {
    // A stall may be over without having been reported yet.
    let (entries, longest) = Engine.withLock { engine in
      state.withLock { state in
        guard state.isAwaited else { return (state.entries, state.longest) }
        let unreported = state.unreported(engine.clock)
        for stall in unreported { state.noteLongest(stall) }
        return (state.entries + unreported.map { Entry(stall: $0, tests: state.tests) }, state.longest)
      }
    }
    guard TestHosts.haveTests else { return }
    if let text = StallText(entries, longest: longest).paragraph(atLeast: minimumTotal) { StandardError.print(text) }
  }
}
