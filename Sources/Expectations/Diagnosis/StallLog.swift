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
    /// The tests that have been running during the current stall, and whether a wait was live.
    var tests: [String] = []
    var isAwaited = false
  }

  private static let state = Locked(State())
  /// The paragraph is printed only if all stalls together last at least this long: one second.
  private static let minimumTotal: Nanoseconds = 1_000_000_000
  /// Beyond this number of entries, the shorter half is dropped.
  private static let capacity = 10_000

  /// Notes the running tests while the clock stands still.
  static func noteRunningTests() {
    let (running, isAwaited) = (TestHosts.running, Probes.pendingCount > 0)
    state.withLock { state in
      state.isAwaited = state.isAwaited || isAwaited
      for test in running where !state.tests.contains(test) { state.tests.append(test) }
    }
  }

  /// Notes a stall that is over, under the engine's lock, so that a caller that sees the clock continue finds it here.
  /// While no wait is live, the last beat may go unanswered for a long time; that is no stall of any wait.
  static func note(_ stall: Stall) {
    let isAwaited = Probes.pendingCount > 0
    state.withLock { state in
      defer { (state.tests, state.isAwaited) = ([], false) }
      // A stall of queues counts only if a wait was live. A stall of the whole process always counts: only a wait
      // notices it.
      guard stall.queues.isEmpty || state.isAwaited || isAwaited else { return }
      state.entries.append(Entry(stall: stall, tests: state.tests))
      if state.entries.count > capacity {
        let longest = state.entries.sortedForText { $0.stall.length > $1.stall.length }.prefix(capacity / 2)
        state.entries = longest.sortedForText { $0.stall.began < $1.stall.began }
      }
    }
  }

  /// The stalls that overlap a period.
  static func stalls(from start: MonotonicInstant, to end: MonotonicInstant) -> [Stall] {
    let all = Engine.withLock { engine in
      state.withLock { $0.entries.map(\.stall) } + engine.clock.unreportedStalls(at: MonotonicClock.now())
    }
    return all.filter { $0.ended > start && $0.began < end }
  }

  static func printAll() {
    // A stall may be over without having been reported yet.
    let entries = Engine.withLock { engine in
      let unreported = engine.clock.unreportedStalls(at: MonotonicClock.now())
      return state.withLock { state in
        state.entries + (state.isAwaited ? unreported.map { Entry(stall: $0, tests: state.tests) } : [])
      }
    }
    guard TestProcess.kind != .other else { return }
    if let text = StallText(entries).paragraph(atLeast: minimumTotal) { StandardError.print(text) }
  }
}
