import Foundation
import Testing

@testable import ExpectationsReport

/// The summary that `expectations-report` prints of a ledger.
@Suite struct LedgerReportTests {
  private static let lines = """
    {"allowed":5,"description":"\\"saved\\"","file":"AppTests/DocumentTests.swift","kind":"all","line":40,"outcome":"completed","test":"DocumentTests.testSave","used":4.5}
    {"allowed":5,"description":"\\"saved\\"","file":"AppTests/DocumentTests.swift","kind":"all","line":40,"outcome":"timedOut","used":5.001}
    {"allowed":1,"description":"\\"hit\\", \\"miss\\"","file":"AppTests/CacheTests.swift","kind":"any","line":7,"outcome":"completed","used":0.25}
    {"allowed":1,"description":"\\"deleted\\"","file":"AppTests/CacheTests.swift","kind":"mustNotHappen","line":9,"outcome":"completed","used":1}
    {"description":"\\"forgotten\\"","file":"AppTests/CacheTests.swift","kind":"neverAwaited","line":11,"outcome":"neverAwaited","test":"CacheTests.testMiss","used":0}

    """

  @Test func summary_isWhole() throws {
    let file = try TemporaryLedger(Self.lines).read()
    #expect(file.complaints == [])
    #expect(
      try LedgerSummary(Self.lines, top: 10).text == """
        4 waits: 3 completed, 1 timedOut

        Slowest
          5.001 s of 5.000 s  timedOut  DocumentTests.swift:40  "saved"
          4.500 s of 5.000 s  completed  DocumentTests.swift:40  "saved", in test DocumentTests.testSave
          0.250 s of 1.000 s  completed  CacheTests.swift:7  "hit", "miss"

        Most likely to fail next: share of the time used, by line
          100 % !  DocumentTests.swift:40  "saved"  2 waits, 1 failed
           25 %    CacheTests.swift:7  "hit", "miss"  1 wait

        Never waited for
          CacheTests.swift:11  "forgotten", in test CacheTests.testMiss
        """)
  }

  /// The caller of `report(of:)` may intend a timeout, so it is not listed as a likely failure. A wait on another
  /// clock counts with its real time.
  @Test func summary_comparesRealTimes_andLeavesOutWhatItsCallerJudged() throws {
    let text = try LedgerSummary(
      """
      {"allowed":5,"allowedOnClock":60,"description":"\\"sent\\"","file":"A/A.swift","kind":"all","line":1,"outcome":"completed","used":0.5,"usedOnClock":60}
      {"allowed":1,"description":"\\"tried\\"","file":"A/A.swift","judgedByCaller":true,"kind":"all","line":2,"outcome":"timedOut","used":1}
      {"allowed":1,"description":"\\"kept\\"","file":"A/A.swift","judgedByCaller":true,"kind":"all","line":3,"outcome":"completed","used":0.75}

      """, top: 10
    ).text
    #expect(
      text == """
        3 waits: 2 completed, 1 timedOut

        Slowest
          1.000 s of 1.000 s  timedOut  A.swift:2  "tried"
          0.750 s of 1.000 s  completed  A.swift:3  "kept"
          0.500 s of 5.000 s  completed  A.swift:1  "sent"

        Most likely to fail next: share of the time used, by line
           75 %    A.swift:3  "kept"  1 wait
           10 %    A.swift:1  "sent"  1 wait

        Never waited for: none
        """)
  }

  @Test func lists_areCut() throws {
    #expect(
      try LedgerSummary(Self.lines, top: 1).text == """
        4 waits: 3 completed, 1 timedOut

        Slowest
          5.001 s of 5.000 s  timedOut  DocumentTests.swift:40  "saved"
          … 2 more

        Most likely to fail next: share of the time used, by line
          100 % !  DocumentTests.swift:40  "saved"  2 waits, 1 failed
          … 1 more

        Never waited for
          CacheTests.swift:11  "forgotten", in test CacheTests.testMiss
        """)
  }

  /// Only the slowest waits are kept, in whatever order they come.
  @Test func slowestOfManyWaits_areFound() throws {
    var summary = LedgerSummary(top: 2)
    var entry = try TemporaryLedger(Self.lines).read().entries[0]
    for time in (1...1000).map({ Double($0 * 5 % 1001) }) {
      entry.used = time
      summary.add(entry)
    }
    #expect(
      summary.sections[1].lines.map { String($0.prefix(10)) } == ["1000.000 s", "999.000 s ", "… 998 more"])
  }

  @Test func cutLine_andForeignLines_areNamedAndLeftOut() throws {
    let file = try TemporaryLedger("[1]\n" + Self.lines + #"{"kind":"all","de"#).read()
    #expect(file.entries.count == 5)
    #expect(
      file.complaints == [
        "waits.jsonl:1: not an entry; left out", "waits.jsonl:7: the line is cut off; left out",
      ])
  }

  /// A wait that ends because its task is canceled fails no test, and says nothing about the time it needs.
  @Test func summary_ofACanceledWait_hasNoFailure() throws {
    let text = try LedgerSummary(
      """
      {"allowed":1,"description":"\\"saved\\"","file":"A/A.swift","kind":"all","line":1,"outcome":"cancelled","used":0.9}

      """, top: 10
    ).text
    #expect(text.hasPrefix("1 wait: 1 cancelled\n"), "\(text)")
    #expect(!text.contains("failed"), "\(text)")
  }

  @Test func summary_ofOneWait_countsInTheSingular() throws {
    let line = Self.lines.prefix { $0 != "\n" } + "\n"
    #expect(try LedgerSummary(String(line), top: 1).text.hasPrefix("1 wait: 1 completed\n"))
  }

  @Test func veryManyForeignLines_areCounted() throws {
    let file = try TemporaryLedger(String(repeating: "x\n", count: 1000) + Self.lines).read()
    #expect(file.complaints.count == 6)
    #expect(file.complaints.last == "995 more lines are left out")
  }

  @Test func drawing_hasARowForEachLine_andACircleForEachWait() throws {
    let svg = LedgerPlot(try LedgerSummary(Self.lines, top: 10).groups.sorted, name: "waits.jsonl").svg
    let lines = svg.components(separatedBy: "\n")
    #expect(
      lines[3]
        == ##"<text x="20.0" y="54.0" fill="#666">waits.jsonl: the 2 narrowest lines, each wait a circle</text>"##)
    // A wait for an event that must not happen normally uses all its time, and has no row.
    #expect(
      lines.drop { !$0.contains("text-anchor=\"end\"") }.joined(separator: "\n") == """
        <text x="335.0" y="110.0" text-anchor="end">DocumentTests.swift:40 "saved"</text>
        <line x1="345.0" y1="106.0" x2="854.2" y2="106.0" stroke="#c9d2e3" stroke-width="3"/>
        <circle cx="803.2" cy="106.0" r="3.0" fill="#4263a8" fill-opacity="0.6"/>
        <circle cx="854.2" cy="106.0" r="3.0" fill="#c22" fill-opacity="0.6"/>
        <text x="335.0" y="130.0" text-anchor="end">CacheTests.swift:7 "hit", "miss"</text>
        <line x1="345.0" y1="126.0" x2="472.3" y2="126.0" stroke="#c9d2e3" stroke-width="3"/>
        <circle cx="472.3" cy="126.0" r="3.0" fill="#4263a8" fill-opacity="0.6"/>
        </svg>

        """)
  }

  @Test(
    arguments: [
      ([], "the file that EXPECTATIONS_REPORT named is missing; --help explains"),
      (["a", "a"], "a is named twice"),
      (["a", "b", "--svg", "x.svg"], "--svg draws one file, not 2; --html compares"),
      (["a", "--html", "x.svg"], "--html writes HTML: x.svg must end in .html"),
      (["a", "--bad"], "there is no option --bad; --help lists them"),
      (["a", "--svg"], "--svg needs a file"),
      (["a", "--svg", "x.png"], "--svg draws SVG: x.png must end in .svg"),
      (["a", "--top", "none"], "--top needs a whole number from 1 to 1000000, not none"),
    ] as [([String], String)])
  func badArguments_areExplained(arguments: [String], explanation: String) throws {
    let error = #expect(throws: UsageError.self) { try ReportOptions.parse(arguments) }
    #expect(error?.description == explanation)
  }

  @Test(
    arguments: [
      ("", "waits.jsonl has no entries that EXPECTATIONS_REPORT could have written: it is empty"),
      (
        "# Notes\n",
        """
        waits.jsonl has no entries that EXPECTATIONS_REPORT could have written: waits.jsonl:1: not an entry; left out
        """
      ),
      (
        lines + #"{"kind":"new","version":2}"#,
        """
        waits.jsonl:6 was written by a newer version of the library (format 2); this program reads formats up to 1. Use \
        the expectations-report of that version
        """
      ),
      (lines + #"{"version":2,"name":"package"}"#, nil),
    ] as [(String, String?)])
  func files_thatAreNoLedgers_areRefused(text: String, explanation: String?) {
    #expect(TemporaryLedger(text).refusal == explanation)
  }

  @Test(arguments: [("/nowhere/waits.jsonl", "cannot be read"), ("/", "cannot be read: Is a directory")])
  func files_thatCannotBeRead_areRefused(path: String, reason: String) throws {
    let error = #expect(throws: UsageError.self) { try LedgerFile(path).forEachEntry { _ in } }
    #expect(error?.description == "\(path) \(reason)")
  }

  /// What is kept of a file has a bounded size, however long its texts are, and however many lines they name.
  @Test func longTexts_andManyLines_areCut() throws {
    let long = Self.lines.replacingOccurrences(of: "saved", with: String(repeating: "s", count: 2000))
    #expect(try TemporaryLedger(long).read().entries[0].description.count == 251)
    var summary = LedgerSummary(top: 1)
    var entry = try TemporaryLedger(Self.lines).read().entries[0]
    for line in 1...LedgerGroups.limit + 3 {
      entry.line = line
      summary.add(entry)
    }
    #expect(summary.groups.sorted.count == LedgerGroups.limit)
    #expect(
      summary.omission == "the list of lines leaves out 3 waits, because they are at more than 20,000 lines of code")
  }
}
