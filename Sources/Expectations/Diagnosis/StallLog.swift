/// The stalls of the fair clock during the run. The end of a run whose environment asks for a report prints a paragraph
/// about them, which names what did not run.
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
      state.withLock { state in
        if state.number == number { state.inspection = inspection }
      }
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

/// The paragraph about all stalls of a run: for each target that did not run, how often, how long, and during which
/// tests.
struct StallText {
  private let entries: [StallLog.Entry]
  /// The longest stall whose threads were inspected.
  private let longest: (stall: Stall, inspection: Inspection)?

  init(_ entries: [StallLog.Entry], longest: (stall: Stall, inspection: Inspection)? = nil) {
    (self.entries, self.longest) = (entries, longest)
  }

  /// The threads in code of the tests or of the program, and those of the pool that block in the toolchain.
  private static func lines(of inspection: Inspection) -> [String] {
    InspectedWait(inspection).threadLines.map { "  \($0)" }
  }

  /// nil when there are no stalls, or when together they last less than `least`.
  func paragraph(atLeast least: Nanoseconds) -> String? {
    let sum = entries.reduce(0) { $0 + $1.stall.length }
    guard sum >= least, !entries.isEmpty else { return nil }
    let headline =
      "Expectations: for \(Self.seconds(sum)) of the run, not everything could run; timeouts do not count that time"
    let lines = Self.targets.flatMap { target in
      self.lines(of: target, entries.filter { target.isMeant($0.stall) })
    }
    return ([headline] + lines + standings).joined(separator: "\n")
  }

  private var standings: [String] {
    guard let longest else { return [] }
    let lines = Self.lines(of: longest.inspection)
    guard !lines.isEmpty else { return [] }
    return ["  during the stall of \(Self.seconds(longest.stall.length)):"] + lines.map { "  \($0)" }
  }

  private typealias Target = WaitReport.Stall.Target
  private static let targets = Target.allCases

  private func lines(of target: Target, _ entries: [StallLog.Entry]) -> [String] {
    guard let longest = entries.max(by: { $0.stall.length < $1.stall.length }) else { return [] }
    let sum = Self.seconds(entries.reduce(0) { $0 + $1.stall.length })
    let times = entries.count == 1 ? "once, for \(sum)" : "\(CountText.times(entries.count)), for \(sum) in all"
    let most = entries.count == 1 ? "" : ", the longest \(Self.seconds(longest.stall.length))"
    let waits = BlockingWait.lines(entries.flatMap(\.stall.waits), of: target)
    let blockers = waits.isEmpty ? [] : ["    blocked by the \(waits)"]
    return ["  the \(target.name) stalled \(times)\(most)"] + blockers + tests(entries)
  }

  /// The tests, ordered by the stalled time during them, the longest first.
  private func tests(_ entries: [StallLog.Entry]) -> [String] {
    var times: [String: Nanoseconds] = [:]
    for entry in entries {
      for test in entry.tests { times[test, default: 0] += entry.stall.length }
    }
    guard !times.isEmpty else { return [] }
    let sorted = times.sortedForText { ($1.value, $0.key) < ($0.value, $1.key) }
    let shown = sorted.prefix(Self.shown).map { "\($0.key) (\(Self.seconds($0.value)))" }.joined(separator: ", ")
    let rest = sorted.count > Self.shown ? " and \(sorted.count - Self.shown) more" : ""
    return ["    during \(shown)\(rest)"]
  }

  private static let shown = 8

  private static func seconds(_ time: Nanoseconds) -> String { DurationText.short(.nanoseconds(time)) }
}

extension WaitReport.Stall.Target {
  /// Whether the stall is one of this target.
  fileprivate func isMeant(_ stall: Stall) -> Bool {
    switch self {
    case .mainQueue: stall.queues.contains(.main)
    case .globalQueue: stall.queues.contains(.global)
    case .concurrencyPool: !stall.queues.isDisjoint(with: .pool)
    case .process: stall.queues.isEmpty
    }
  }
}
