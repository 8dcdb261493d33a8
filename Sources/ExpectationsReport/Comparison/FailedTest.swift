/// A test with a failed wait, and what the runs show of it.
struct FailedTest {
  let name: String
  /// For each run, the waits of the test; empty where the file has no line of it.
  let waits: [[WaitKey: WaitStats]]
  /// The waits that failed in some runs, by line; if the test failed in all runs alike, those that failed.
  let failures: [WaitKey]
  /// The waits that failed in every run, if others did not: the test may expect that, or know the issue.
  let alwaysFailed: [WaitKey]
  /// The runs in which these waits failed, and those in which the test has other waits only.
  let failed: [Int]
  let passed: [Int]

  /// Whether it failed in all runs alike. If its waits only threw what fulfilled them, the test may expect that.
  var isSteady: Bool {
    passed.isEmpty
      && failed.contains { run in failures.contains { waits[run][$0]?.firstFailure?.outcome ?? "threw" != "threw" } }
  }

  fileprivate init(_ name: String, _ waits: [[WaitKey: WaitStats]]) {
    (self.name, self.waits) = (name, waits)
    let shown = waits.indices.filter { waits[$0].values.contains { $0.first.isWait } }
    let keys = Set(waits.flatMap { $0.filter { $0.value.failures > 0 }.keys })
    let always = keys.filter { key in shown.allSatisfy { (waits[$0][key]?.failures ?? 0) > 0 } }
    let sometimes = keys.subtracting(always)
    failures = (sometimes.isEmpty ? keys : sometimes).sorted()
    alwaysFailed = sometimes.isEmpty ? [] : always.sorted()
    let chosen = failures
    failed = shown.filter { run in chosen.contains { (waits[run][$0]?.failures ?? 0) > 0 } }
    let failed = failed
    passed = shown.filter { !failed.contains($0) }
  }

  /// The wait of a run that a timeline is about: the first that failed, or else the same one where it passed.
  func focus(in run: Int) -> LedgerEntry? {
    let failures = failures.compactMap { waits[run][$0]?.firstFailure }
    if let first = failures.min(by: { ($0.began ?? 0) < ($1.began ?? 0) }) { return first }
    guard let other = failed.first, let key = focus(in: other).map(WaitKey.init) else { return nil }
    return waits[run][key]?.first
  }

  /// How late a fulfillment came after the wait at a line; nil if the file shows none.
  func lateness(of key: WaitKey, in run: Int) -> Double? {
    waits[run].filter { $0.key.isLate && $0.key.line == key.line && $0.key.file == key.file }.map(\.value.first.used)
      .min()
  }

  /// The time that did not count, of all waits of the test in a run.
  func uncounted(in run: Int) -> Double { waits[run].values.map(\.uncounted).reduce(0, +) }

  /// The waits that every run of one kind has, and no run of the other.
  func waits(onlyIn some: [Int], notIn others: [Int]) -> [WaitKey] {
    guard let first = some.first else { return [] }
    return waits[first].keys.filter { key in
      !key.isLate && some.allSatisfy { waits[$0][key] != nil } && others.allSatisfy { waits[$0][key] == nil }
    }.sorted()
  }

  /// The waits that completed in all runs, but took longer in each failed run than in any other, by half and by 20 ms.
  var slower: [(key: WaitKey, shortestInFailed: Double, longestInOthers: Double)] {
    guard let first = failed.first, !passed.isEmpty else { return [] }
    return waits[first].keys.compactMap { key in
      let (bad, good) = (failed.map { waits[$0][key] }, passed.map { waits[$0][key] })
      let isComparable = (bad + good).allSatisfy { $0.map { $0.failures == 0 && $0.times.count > 0 } ?? false }
      guard isComparable, !(bad[0]?.first.isWindow ?? true) else { return nil }
      let shortest = bad.compactMap { $0?.times.minimum }.min() ?? 0
      let longest = good.compactMap { $0?.times.maximum }.max() ?? 0
      return shortest >= 1.5 * longest && shortest >= longest + 0.02 ? (key, shortest, longest) : nil
    }.sorted { $0.key < $1.key }
  }
}

extension RunComparison {
  /// The tests with failed waits, by name.
  var failedTests: [FailedTest] {
    let names = Set(waits.flatMap { $0.values.lazy.filter { $0.failures > 0 }.map(\.first.testName) })
    let byTest = waits.map { run in
      Dictionary(grouping: run.filter { names.contains($0.value.first.testName) }, by: \.value.first.testName)
        .mapValues { Dictionary(uniqueKeysWithValues: $0.map { ($0.key, $0.value) }) }
    }
    return names.sorted().map { name in FailedTest(name, byTest.map { $0[name] ?? [:] }) }
  }
}
