/// What the runs show of a test that failed in some of them. It says what was different, and no cause.
struct FailedTestText {
  let test: FailedTest
  let runs: RunComparison
  let timelines: Timelines
  let top: Int

  var section: ReportSection {
    let passed = test.passed.isEmpty ? "" : ", none in \(RunText.list(test.passed))"
    let absent = test.waits.indices.filter { !test.failed.contains($0) && !test.passed.contains($0) }
    let always = test.alwaysFailed.isEmpty ? "" : ", besides \(test.alwaysFailed.count) that failed in every run"
    let unknown = absent.isEmpty ? "" : "; no waits at all in \(RunText.list(absent))"
    let failures = ReportSection.cut(test.failures.flatMap(lines), top: 4 * top)
    return ReportSection(
      title: "\(test.name): failed waits in \(RunText.list(test.failed))\(passed)\(always)\(unknown)",
      lines: failures + differences, test: test.name)
  }

  /// The wait, and how it ended in each run.
  private func lines(of key: WaitKey) -> [String] {
    let shown = test.waits.indices.filter { test.waits[$0][key] != nil }
    return [key.name] + ReportSection.cut(shown.map { "  run \($0 + 1): \(ending(of: key, in: $0))" }, top: top)
  }

  private func ending(of key: WaitKey, in run: Int) -> String {
    guard let stats = test.waits[run][key] else { return "" }
    guard let failure = stats.firstFailure else {
      guard let median = stats.times.median else { return "\(stats.first.outcome)" }
      let times = "\(TimeText.seconds(stats.times.minimum)) to \(TimeText.seconds(stats.times.maximum))"
      let isOne = stats.count == 1
      return isOne ? "completed after \(TimeText.seconds(median))" : "\(stats.count) completed after \(times)"
    }
    let limit = failure.allowed.map { " of \(TimeText.seconds($0))" } ?? ""
    var parts = ["\(failure.outcome) after \(TimeText.seconds(failure.used))\(limit)"]
    if stats.count > 1 { parts.append("\(stats.failures) of \(stats.count) waits failed") }
    if let uncounted = failure.uncounted { parts.append("\(TimeText.seconds(uncounted)) besides did not count") }
    if failure.outcome == "timedOut", !failure.isWindow, runs.hasTimes[run] {
      let late = test.lateness(of: key, in: run)
      parts.append(late.map { "fulfilled \(TimeText.seconds($0)) after the limit" } ?? "no later fulfillment was noted")
    }
    return parts.joined(separator: "; ")
  }

  private var differences: [String] {
    var lines: [String] = []
    let (bad, good) = (test.failed.map(test.uncounted), test.passed.map(test.uncounted))
    if let least = bad.min(), let most = good.max(), least > most {
      // The ledger leaves out less than 0.1 s.
      let otherwise = most > 0 ? "at most \(TimeText.seconds(most))" : "none that was noted"
      lines.append("Time that did not count: \(TimeText.seconds(least)) or more, otherwise \(otherwise)")
    }
    lines += ReportSection.cut(
      test.slower.map { wait in
        let (bad, good) = (TimeText.seconds(wait.shortestInFailed), TimeText.seconds(wait.longestInOthers))
        return "Took longer: \(wait.key.name): \(bad) or more, otherwise at most \(good)"
      }, top: top)
    lines += ReportSection.cut(
      test.waits(onlyIn: test.passed, notIn: test.failed).map { "Not in the failed runs: \($0.label)" }, top: top)
    lines += ReportSection.cut(
      test.waits(onlyIn: test.failed, notIn: test.passed).filter { !test.failures.contains($0) }
        .map { "Only in the failed runs: \($0.label)" }, top: top)
    lines += otherWaits
    return lines.isEmpty ? ["Nothing else was different."] : lines
  }

  /// How many waits of other tests there were while the failed wait lasted, or the same wait of a run that passed.
  private var otherWaits: [String] {
    let timelines = timelines.of(test.name)
    guard Set(timelines.map(\.others)).count > 1 else { return [] }
    return ["Waits of other tests at the same time as \(WaitKey(timelines[0].focus).name)"]
      + timelines.map { timeline in
        let names = timeline.otherTests.sorted()
        let list = names.isEmpty ? "" : " in \(ReportSection.cut(names, top: 3).joined(separator: ", "))"
        return "  run \(timeline.run + 1): \(NumberText.grouped(timeline.others))\(list)"
      }
  }
}

extension WaitKey {
  fileprivate var label: String { kind == LedgerEntry.neverAwaited ? "never waited for: \(name)" : name }
}
