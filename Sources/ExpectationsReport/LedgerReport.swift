/// Reads the files of a report, one entry after the other, and makes its text and its page.
struct LedgerReport {
  private(set) var summary: LedgerSummary
  private var runs: RunComparison
  private let tests: [FailedTest]
  /// Those that have timelines.
  private let drawn: [FailedTest]
  private var timelines: Timelines
  private let top: Int

  /// - Parameters:
  ///   - complain: Called with what is left out.
  init(_ options: ReportOptions, complain: (String) -> Void) throws {
    let files = options.files.map { LedgerFile($0) }
    let (isOne, needsRuns) = (files.count == 1, files.count > 1 || options.html != nil)
    top = options.top
    var summary = LedgerSummary(top: top)
    var runs = RunComparison(names: options.files)
    for (run, file) in files.enumerated() {
      try file.forEachEntry { entry in
        if isOne { summary.add(entry) }
        if needsRuns { runs.add(entry, run: run) }
      }.forEach(complain)
    }
    for omission in [summary.omission, runs.omission] { omission.map(complain) }
    (self.summary, self.runs) = (summary, runs)
    tests = runs.failedTests
    let unsteady = tests.filter { !$0.passed.isEmpty }.prefix(top)
    // A page also has timelines of tests that always fail, a text only tells what differs between runs.
    let steady = options.html == nil ? [] : tests.filter(\.isSteady).prefix(top)
    drawn = Array(unsteady) + steady
    timelines = Timelines(of: drawn)
    try readAgain(files, complain: complain)
  }

  private mutating func readAgain(_ files: [LedgerFile], complain: (String) -> Void) throws {
    for (run, file) in files.enumerated() where timelines.isNeeded(for: run) {
      guard file.canBeReadAgain else {
        complain("\(file.path) cannot be read twice, so what ran at the same time is not known")
        timelines.remove(run: run)
        continue
      }
      var timelines = timelines
      _ = try file.forEachEntry { timelines.add($0, run: run) }
      self.timelines = timelines
    }
  }

  var text: String { sections.map(\.text).joined(separator: "\n\n") }

  var page: ReportPage {
    let omitted = tests.count { !$0.passed.isEmpty || $0.isSteady } - drawn.count
    return ReportPage(sections, tests: drawn, omitted: omitted, runs: runs, timelines: timelines)
  }

  private var sections: [ReportSection] {
    guard runs.names.count == 1 else {
      return ComparisonText(runs: runs, tests: tests, timelines: timelines, top: top).sections
    }
    return summary.sections
  }
}
