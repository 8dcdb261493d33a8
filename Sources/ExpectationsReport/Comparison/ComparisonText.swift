/// The comparison of several runs, as the sections of a report.
struct ComparisonText {
  let runs: RunComparison
  let tests: [FailedTest]
  let timelines: Timelines
  /// The maximum number of lines in each list.
  let top: Int

  /// The sections about all runs, and one for each test that failed in some of them.
  var sections: [ReportSection] {
    let unsteady = tests.filter { !$0.passed.isEmpty }
    var sections = [heads, slower]
    if unsteady.isEmpty {
      sections.append(ReportSection(title: "Tests with failed waits in some runs, but not in all: none"))
    }
    for test in unsteady.prefix(top) {
      sections.append(FailedTestText(test: test, runs: runs, timelines: timelines, top: top).section)
    }
    if unsteady.count > top {
      let more = NumberText.grouped(unsteady.count - top)
      sections.append(ReportSection(title: "… \(more) more tests had failed waits in some runs"))
    }
    let steady = tests.filter(\.isSteady)
    let names = steady.map { test in
      test.failed.count == runs.names.count ? test.name : "\(test.name), which only \(RunText.list(test.failed)) shows"
    }
    if !steady.isEmpty {
      let title = "Tests with failed waits in every run that shows them"
      sections.append(ReportSection(title: title, lines: ReportSection.cut(names, top: top)))
    }
    return sections
  }

  private var heads: ReportSection {
    ReportSection(
      title: "\(runs.names.count) runs",
      lines: runs.names.indices.map { run in
        let old = runs.hasTimes[run] ? "" : "; of a version that noted no beginnings and no late fulfillments"
        return "run \(run + 1)  \(runs.names[run])  \(runs.outcomes[run].text)\(old)"
      })
  }

  private var slower: ReportSection {
    let waits = runs.slower
    let title = "Slower than in run 1: the median time of the waits that completed"
    guard !waits.isEmpty else { return ReportSection(title: "\(title): none") }
    return ReportSection(title: title, lines: ReportSection.cut(waits.map(line), top: top) + [rule])
  }

  private func line(_ wait: RunComparison.SlowerWait) -> String {
    let before = TimeText.seconds(wait.times[0]?.median ?? 0)
    let later = wait.times.dropFirst().map { $0?.median.map(TimeText.seconds) ?? "–" }.joined(separator: ", ")
    let counts = wait.times.map { "\($0?.count ?? 0)" }.joined(separator: ", ")
    let test = wait.key.test.map { ", in test \($0)" } ?? ""
    let which = runs.names.count > 2 ? "\(RunText.list(wait.runs)); " : ""
    let mark = wait.isOfFewTimes ? " ?" : "  "
    return "\(before) → \(later)\(mark)  \(wait.key.name)\(test)  (\(which)waits: \(counts))"
  }

  private var rule: String {
    let waits = runs.fasterCount == 1 ? "1 wait" : "\(NumberText.grouped(runs.fasterCount)) waits"
    return """
      Slower means: at least 1.5 times and 20 ms more, and the middle halves of the times do not overlap. With fewer \
      than \(TimeSample.enough) waits in a run, marked ?: at least 2 times and 0.2 s more, and longer than every wait \
      of run 1; that may be chance. By the same rule, \(waits) became faster.
      """
  }
}
