import Foundation
import Testing

@testable import ExpectationsReport

/// The comparison of several runs, and the page.
@Suite struct RunComparisonTests {
  /// One line, with what differs from a wait that completed.
  static func line(
    _ place: Int, _ description: String, in test: String = "DocumentTests.testSave", began: Double?, _ used: Double,
    _ more: String = #""outcome":"completed","kind":"all""#
  ) -> String {
    let began = began.map { #""began":\#(1_764_000_000 + $0),"process":7,"version":1,"# } ?? ""
    return """
      {\(began)"allowed":1,"description":"\\"\(description)\\"","file":"AppTests/DocumentTests.swift","line":\(place),\
      "test":"\(test)","used":\(used),\(more)}

      """
  }

  private static let timedOut = #""outcome":"timedOut","kind":"all""#

  /// A run in which all waits completed, and one in which a wait timed out beside other differences.
  static let passed =
    line(30, "opened", began: 0, 0.05) + line(40, "saved", began: 0.1, 0.25) + line(50, "closed", began: 0.4, 0.01)
    + line(9, "other", in: "CacheTests.testHit", began: 0.5, 0.1)
  static let failed =
    line(30, "opened", began: 0, 0.4) + line(40, "saved", began: 0.5, 1.001, timedOut + #","uncounted":0.3"#)
    + line(40, "saved", began: 2, 0.2, #""outcome":"late","kind":"late""#)
    + line(9, "other", in: "CacheTests.testHit", began: 0.4, 0.11)
    + line(8, "before", in: "CacheTests.testMiss", began: 0.1, 0.3)
    + line(60, "gone", began: nil, 0, #""outcome":"neverAwaited","kind":"neverAwaited","version":1"#)

  /// The report of several runs, with their numbers for their paths.
  private static func report(_ runs: [String], html: Bool = false) throws -> (text: String, html: String) {
    let files = runs.map { TemporaryLedger($0) }
    var options = ReportOptions()
    options.files = files.map(\.path)
    options.html = html ? "page.html" : nil
    let report = try LedgerReport(options) { _ in }
    return withExtendedLifetime(files) {
      let texts = [report.text, html ? report.page.html : ""].map { text in
        files.enumerated().reduce(text) { $0.replacingOccurrences(of: $1.element.path, with: "\($1.offset + 1).jsonl") }
      }
      return (texts[0], texts[1])
    }
  }

  @Test func testThatFailsInSomeRuns_hasWhatWasDifferent() throws {
    #expect(
      try Self.report([Self.passed, Self.failed, Self.passed]).text == """
        3 runs
          run 1  1.jsonl  4 waits: 4 completed
          run 2  2.jsonl  4 waits: 3 completed, 1 timedOut
          run 3  3.jsonl  4 waits: 4 completed

        Slower than in run 1: the median time of the waits that completed
          0.050 s → 0.400 s, 0.050 s ?  DocumentTests.swift:30  "opened", in test DocumentTests.testSave  (run 2; \
        waits: 1, 1, 1)
          Slower means: at least 1.5 times and 20 ms more, and the middle halves of the times do not overlap. With fewer \
        than 5 waits in a run, marked ?: at least 2 times and 0.2 s more, and longer than every wait of run 1; that may \
        be chance. By the same rule, 0 waits became faster.

        DocumentTests.testSave: failed waits in run 2, none in runs 1 and 3
          DocumentTests.swift:40  "saved"
            run 1: completed after 0.250 s
            run 2: timedOut after 1.001 s of 1.000 s; 0.300 s besides did not count; fulfilled 0.200 s after the limit
            run 3: completed after 0.250 s
          Time that did not count: 0.300 s or more, otherwise none that was noted
          Took longer: DocumentTests.swift:30  "opened": 0.400 s or more, otherwise at most 0.050 s
          Not in the failed runs: DocumentTests.swift:50  "closed"
          Only in the failed runs: never waited for: DocumentTests.swift:60  "gone"
          Waits of other tests at the same time as DocumentTests.swift:40  "saved"
            run 2: 1 in CacheTests.testHit
            run 1: 0
        """)
  }

  @Test func runsWithoutDifference_sayNothingMore() throws {
    #expect(
      try Self.report([Self.passed, Self.passed]).text == """
        2 runs
          run 1  1.jsonl  4 waits: 4 completed
          run 2  2.jsonl  4 waits: 4 completed

        Slower than in run 1: the median time of the waits that completed: none

        Tests with failed waits in some runs, but not in all: none
        """)
  }

  /// A window lasts for its whole time, so a longer one is no slower wait. Waits beside both runs are no difference.
  @Test func whatSaysNothing_isLeftOut() throws {
    func run(_ used: Double, _ outcome: String) -> String {
      Self.line(40, "saved", began: 0, used, #""kind":"all","outcome":"\#(outcome)""#)
        + Self.line(9, "other", in: "CacheTests.testHit", began: 0.1, 0.1)
        + Self.line(
          8, "no", in: "CacheTests.testMiss", began: 5, used, #""kind":"mustNotHappen","outcome":"completed""#)
    }
    let text = try Self.report([run(0.5, "completed"), run(1, "timedOut")]).text
    #expect(text.contains("the median time of the waits that completed: none"))
    #expect(text.hasSuffix("no later fulfillment was noted\n  Nothing else was different."))
  }

  /// Older files have no beginnings, and do not tell late fulfillments: nothing is said about what they do not show.
  @Test func filesOfAnOlderVersion_areCompared_asFarAsTheyGo() throws {
    let passed = Self.line(40, "saved", began: nil, 0.25)
    let failed = Self.line(40, "saved", began: nil, 1, Self.timedOut) + passed
    let report = try Self.report(
      [failed, passed, Self.line(9, "x", in: "A.b", began: 0, 1, Self.timedOut)], html: true)
    #expect(
      report.text == """
        3 runs
          run 1  1.jsonl  2 waits: 1 completed, 1 timedOut; of a version that noted no beginnings and no late \
        fulfillments
          run 2  2.jsonl  1 wait: 1 completed; of a version that noted no beginnings and no late fulfillments
          run 3  3.jsonl  1 wait: 1 timedOut

        Slower than in run 1: the median time of the waits that completed: none

        DocumentTests.testSave: failed waits in run 1, none in run 2; no waits at all in run 3
          DocumentTests.swift:40  "saved"
            run 1: timedOut after 1.000 s of 1.000 s; 1 of 2 waits failed
            run 2: completed after 0.250 s
          Nothing else was different.

        Tests with failed waits in every run that shows them
          A.b, which only run 3 shows
        """)
    #expect(report.html.contains("<p>There is no timeline: "))
  }

  @Test func callersJudgment_andCancellation_areNoFailures() throws {
    let runs = try Self.report([
      Self.line(1, "a", began: 0, 1, Self.timedOut + #","judgedByCaller":true"#)
        + Self.line(2, "b", began: 0, 1, #""outcome":"cancelled","kind":"all""#), Self.passed,
    ])
    #expect(runs.text.hasSuffix("Tests with failed waits in some runs, but not in all: none"))
  }

  /// A pipe is compared, too, but what ran at the same time would need to read it again.
  @Test func pipe_isReadOnce_andThatIsSaid() async throws {
    let pipe = FileManager.default.temporaryDirectory.appendingPathComponent("pipe-\(UUID().uuidString)").path
    try #require(mkfifo(pipe, 0o600) == 0)
    defer { unlink(pipe) }
    let file = TemporaryLedger(Self.passed)
    var options = ReportOptions()
    options.files = [file.path, pipe]
    // Otherwise, the report would wait for what nobody writes.
    try #require(LedgerFile(file.path).canBeReadAgain && !LedgerFile(pipe).canBeReadAgain)
    Thread.detachNewThread {
      // It opens when the report does.
      let end = FileHandle(forWritingAtPath: pipe)
      try? end?.write(contentsOf: Data(Self.failed.utf8))
      try? end?.close()
    }
    var complaints: [String] = []
    let report = try LedgerReport(options) { complaints.append($0) }
    #expect(complaints == ["\(pipe) cannot be read twice, so what ran at the same time is not known"])
    #expect(report.text.contains("DocumentTests.testSave: failed waits in run 2, none in run 1"))
    #expect(!report.text.contains("Waits of other tests"))
  }

  /// A test may expect an error, or know an issue, so what fails in every run does not hide what fails in some.
  @Test func waitThatFailsInEveryRun_doesNotHideOthers() throws {
    let threw = Self.line(20, "refused", began: 0, 0.1, #""outcome":"threw","kind":"all""#)
    #expect(
      try Self.report([threw + Self.passed, threw + Self.failed]).text.contains(
        "DocumentTests.testSave: failed waits in run 2, none in run 1, besides 1 that failed in every run\n"))
    #expect(
      try Self.report([threw, threw]).text.hasSuffix("Tests with failed waits in some runs, but not in all: none"))
    #expect(
      try Self.report([Self.failed, Self.failed]).text.hasSuffix(
        "Tests with failed waits in every run that shows them\n  DocumentTests.testSave"))
  }

  // MARK: What is slower

  private static func sample(_ values: [Double]) -> TimeSample {
    var sample = TimeSample()
    for value in values { sample.add(value) }
    return sample
  }

  @Test(
    arguments: [
      // 1.5 times, 20 ms, and middle halves apart.
      ([0.1, 0.1, 0.1, 0.1, 0.1], [0.16, 0.16, 0.16, 0.16, 0.16], .clear),
      ([0.1, 0.1, 0.1, 0.1, 0.1], [0.149, 0.149, 0.149, 0.149, 0.149], nil),
      ([0.01, 0.01, 0.01, 0.01, 0.01], [0.029, 0.029, 0.029, 0.029, 0.029], nil),
      ([0.1, 0.1, 0.1, 0.3, 0.3], [0.2, 0.2, 0.2, 0.2, 0.2], nil),
      // One outlier does not matter.
      ([0.1, 0.1, 0.1, 0.1, 9], [0.2, 0.2, 0.2, 0.2, 0.2], .clear),
      // Few times: twice as long, 0.2 s, and all of them longer.
      ([1], [2], .ofFewTimes), ([1], [1.9], nil), ([0.1], [0.29], nil), ([0.1, 0.1, 0.6], [0.5, 0.7], nil),
      ([], [1], nil), ([1], [], nil),
    ] as [([Double], [Double], TimeSample.Slowdown?)])
  func slowdown_needsMoreThanNoise(before: [Double], now: [Double], slowdown: TimeSample.Slowdown?) {
    #expect(Self.sample(now).slowdown(since: Self.sample(before)) == slowdown)
  }

  @Test func sampleOfManyTimes_isSpreadOverAllOfThem() throws {
    let sample = Self.sample((1...100_000).map(Double.init))
    #expect(sample.count == 100_000 && sample.minimum == 1 && sample.maximum == 100_000)
    #expect(abs(try #require(sample.median) - 50_000) < 3000)
    #expect(abs(try #require(sample.quantile(0.25)) - 25_000) < 3000)
  }

  @Test func manyDifferentWaits_areCut_andEachRunHasItsShare() throws {
    var runs = RunComparison(names: ["a", "b"], limit: 4)
    let entry = try TemporaryLedger(Self.passed).read().entries[0]
    for run in 0...1 {
      for line in 1...3 {
        var entry = entry
        entry.line = line
        runs.add(entry, run: run)
      }
    }
    #expect(runs.waits.map(\.count) == [2, 2])
    #expect(runs.omission == "2 waits are not compared, because a file has more than 2 different ones")
  }

  // MARK: Timelines

  @Test func timeline_ofAnEndlessTest_keepsWhatIsAroundTheFailure() throws {
    let many = (0..<100).map {
      Self.line($0, "w", began: Double($0), 0.5, $0 == 60 ? Self.timedOut : #""outcome":"completed","kind":"all""#)
    }
    let entries = try TemporaryLedger(many.joined()).read().entries
    var runs = RunComparison(names: ["a"])
    for entry in entries { runs.add(entry, run: 0) }
    var timelines = Timelines(of: runs.failedTests)
    for entry in entries { timelines.add(entry, run: 0) }
    let timeline = try #require(timelines.of("DocumentTests.testSave").first)
    #expect(timeline.entries.map(\.line) == Array(30...70))
    #expect(timeline.omitted == 59)
  }
}
