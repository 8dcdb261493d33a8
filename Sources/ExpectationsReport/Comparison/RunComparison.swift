/// What identifies a wait in several runs.
struct WaitKey: Hashable, Comparable {
  var file: String
  var line: Int
  var description: String
  var test: String?
  var kind: String

  init(_ entry: LedgerEntry) {
    file = entry.file
    line = entry.line
    description = entry.description
    test = entry.test
    kind = entry.kind
  }

  static func < (one: WaitKey, other: WaitKey) -> Bool {
    (one.file, one.line, one.description, one.kind, one.test ?? "")
      < (other.file, other.line, other.description, other.kind, other.test ?? "")
  }

  /// A late fulfillment belongs to the waits of its line, which may be for several expectations.
  var isLate: Bool { kind == LedgerEntry.late }
}

/// What one run shows of a wait. Its size is bounded, however often the run has waited there.
struct WaitStats {
  private(set) var count = 0
  private(set) var failures = 0
  /// The times of the waits that completed.
  private(set) var times = TimeSample()
  /// The time that did not count, of all waits.
  private(set) var uncounted = 0.0
  /// The first wait that failed.
  private(set) var firstFailure: LedgerEntry?
  private(set) var first: LedgerEntry

  init(_ entry: LedgerEntry) {
    first = entry
  }

  mutating func add(_ entry: LedgerEntry) {
    count += 1
    uncounted += entry.uncounted ?? 0
    if entry.outcome == LedgerEntry.completed { times.add(entry.used) }
    guard entry.isFailure else { return }
    failures += 1
    if firstFailure == nil { firstFailure = entry }
  }
}

/// The waits of several runs. It keeps a bounded number of values for each wait and run, and a bounded number of waits.
struct RunComparison {
  let names: [String]
  private(set) var outcomes: [OutcomeCounts]
  /// Whether each run noted when its waits began, and which fulfillments came too late.
  private(set) var hasTimes: [Bool]
  /// For each run, its waits.
  private(set) var waits: [[WaitKey: WaitStats]]
  /// How many entries were left out because there are too many different waits.
  private(set) var omitted = 0

  /// How many different waits are kept, those of all runs together.
  private let limit: Int

  init(names: [String], limit: Int = 50_000) {
    self.names = names
    self.limit = limit
    outcomes = names.map { _ in OutcomeCounts() }
    hasTimes = names.map { _ in true }
    waits = names.map { _ in [:] }
  }

  mutating func add(_ entry: LedgerEntry, run: Int) {
    outcomes[run].add(entry)
    if entry.version == nil { hasTimes[run] = false }
    let key = WaitKey(entry)
    // Each run has its share, so that a large first file does not hide the others.
    guard waits[run][key] != nil || waits[run].count < limit / names.count else {
      omitted += 1
      return
    }
    waits[run][key, default: WaitStats(entry)].add(entry)
  }

  /// What was left out; nil when there is nothing.
  var omission: String? {
    guard omitted > 0 else { return nil }
    return """
      \(NumberText.grouped(omitted)) waits are not compared, because a file has more than \
      \(NumberText.grouped(limit / names.count)) different ones
      """
  }

  /// A wait that took longer in some runs than in the first.
  struct SlowerWait {
    var key: WaitKey
    /// The times of each run; nil where it has none.
    var times: [TimeSample?]
    var runs: [Int]
    var isOfFewTimes: Bool

    /// How much longer it took in the slowest of these runs.
    var difference: Double { (runs.compactMap { times[$0]?.median }.max() ?? 0) - (times[0]?.median ?? 0) }
  }

  /// The waits that became slower: first those of which there are enough, and those with the largest difference.
  var slower: [SlowerWait] {
    waits[0].compactMap { key, stats -> SlowerWait? in
      guard let (times, slowdowns) = changes(of: key, stats, { $1.slowdown(since: $0) }) else { return nil }
      let runs = slowdowns.indices.filter { slowdowns[$0] != nil }
      return SlowerWait(
        key: key, times: times, runs: runs, isOfFewTimes: runs.contains { slowdowns[$0] == .ofFewTimes })
    }.sorted { ($0.isOfFewTimes ? 1 : 0, -$0.difference, $0.key) < ($1.isOfFewTimes ? 1 : 0, -$1.difference, $1.key) }
  }

  /// How many waits became faster, by the same rule. If there are many, the others may be chance, too.
  var fasterCount: Int {
    waits[0].count { key, stats in changes(of: key, stats) { $0.slowdown(since: $1) } != nil }
  }

  /// The times of a wait in each run, and what a rule says about them and those of the first; nil if it says nothing.
  private func changes(
    of key: WaitKey, _ stats: WaitStats, _ rule: (TimeSample, TimeSample) -> TimeSample.Slowdown?
  ) -> ([TimeSample?], [TimeSample.Slowdown?])? {
    guard stats.first.isWait, !stats.first.isWindow else { return nil }
    let times = waits.map { $0[key]?.times }
    let slowdowns = times.map { $0.flatMap { rule(stats.times, $0) } }
    return slowdowns.contains { $0 != nil } ? (times, slowdowns) : nil
  }
}
