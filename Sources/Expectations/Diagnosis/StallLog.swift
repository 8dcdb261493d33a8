/// What kept the fair clock standing still during the run: a paragraph at its end says who held the pool.
enum StallLog {
  /// One stall, and the tests that were running then, as far as they are known.
  struct Entry: Sendable, Equatable {
    var stall: Stall
    var tests: [String]
  }

  private struct State {
    var entries: [Entry] = []
    /// The tests that were running during the stall that goes on, and whether anything was waiting.
    var tests: [String] = []
    var isAwaited = false
  }

  private static let state = Locked(State())
  /// Less in all is not worth a word.
  private static let worthTelling: Nanoseconds = 1_000_000_000
  /// Beyond that, the shortest are forgotten.
  private static let capacity = 10_000

  /// Notes which tests are running, while the clock stands still.
  static func noteRunningTests() {
    let (running, isAwaited) = (TestHosts.running, Probes.pendingCount > 0)
    state.withLock { state in
      state.isAwaited = state.isAwaited || isAwaited
      for test in running where !state.tests.contains(test) { state.tests.append(test) }
    }
  }

  /// Notes a stall that is over, under the engine's lock: a caller that sees the clock go on finds it here. While
  /// nothing waits, the last beat may go unanswered for a long time, which is no stall of any wait.
  static func note(_ stall: Stall) {
    let isAwaited = Probes.pendingCount > 0
    state.withLock { state in
      defer { (state.tests, state.isAwaited) = ([], false) }
      // A process is seen not to run only by a wait.
      guard stall.queues.isEmpty || state.isAwaited || isAwaited else { return }
      state.entries.append(Entry(stall: stall, tests: state.tests))
      if state.entries.count > capacity {
        let longest = state.entries.sorted { $0.stall.length > $1.stall.length }.prefix(capacity / 2)
        state.entries = longest.sorted { $0.stall.began < $1.stall.began }
      }
    }
  }

  /// The stalls that a time has seen something of.
  static func stalls(from start: Instant, to end: Instant) -> [Stall] {
    let all = Engine.withLock { engine in
      state.withLock { $0.entries.map(\.stall) } + engine.clock.untoldStalls(at: MonotonicClock.now())
    }
    return all.filter { $0.ended > start && $0.began < end }
  }

  static func printAll() {
    // One may be over without having been told of yet.
    let entries = Engine.withLock { engine in
      let untold = engine.clock.untoldStalls(at: MonotonicClock.now())
      return state.withLock { state in
        state.entries + (state.isAwaited ? untold.map { Entry(stall: $0, tests: state.tests) } : [])
      }
    }
    guard TestProcess.kind != .other else { return }
    if let text = StallText(entries).paragraph(atLeast: worthTelling) { StandardError.print(text) }
  }
}
