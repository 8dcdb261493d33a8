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

  private static func file(_ text: String) -> LedgerFile { LedgerFile(Data(text.utf8), name: "waits.jsonl") }

  @Test func summary_isWhole() {
    let file = Self.file(Self.lines)
    #expect(file.complaints == [])
    #expect(
      LedgerSummary(file.entries, top: 10).text == """
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

  /// The caller of `outcome(of:)` may intend a timeout, so it is not listed as a likely failure. A wait on another
  /// clock counts with its real time.
  @Test func summary_comparesRealTimes_andLeavesOutWhatItsCallerJudged() {
    let text = LedgerSummary(
      Self.file(
        """
        {"allowed":5,"allowedOnClock":60,"description":"\\"sent\\"","file":"A/A.swift","kind":"all","line":1,"outcome":"completed","used":0.5,"usedOnClock":60}
        {"allowed":1,"description":"\\"tried\\"","file":"A/A.swift","judgedByCaller":true,"kind":"all","line":2,"outcome":"timedOut","used":1}
        {"allowed":1,"description":"\\"kept\\"","file":"A/A.swift","judgedByCaller":true,"kind":"all","line":3,"outcome":"completed","used":0.75}

        """
      ).entries, top: 10
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

  @Test func lists_areCut() {
    #expect(
      LedgerSummary(Self.file(Self.lines).entries, top: 1).text == """
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

  @Test func cutLine_andForeignLines_areNamedAndLeftOut() {
    let file = Self.file("[1]\n" + Self.lines + #"{"kind":"all","de"#)
    #expect(file.entries.count == 5)
    #expect(
      file.complaints == [
        "waits.jsonl:1: not an entry; left out", "waits.jsonl:7: the line is cut off; left out",
      ])
  }

  @Test func summary_ofOneWait_countsInTheSingular() {
    let line = Self.lines.prefix { $0 != "\n" } + "\n"
    #expect(LedgerSummary(Self.file(String(line)).entries, top: 1).text.hasPrefix("1 wait: 1 completed\n"))
  }

  @Test func veryManyForeignLines_areCounted() {
    let file = Self.file(String(repeating: "x\n", count: 1000))
    #expect(file.complaints.count == 6)
    #expect(file.complaints.last == "995 more lines are left out")
  }

  @Test func drawing_hasARowForEachLine_andACircleForEachWait() {
    let svg = LedgerPlot(Self.file(Self.lines).entries, name: "waits.jsonl").svg
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
      (["a", "b"], "one file at a time, not a and b"),
      (["a", "--bad"], "there is no option --bad; --help lists them"),
      (["a", "--svg"], "--svg needs a file"),
      (["a", "--svg", "x.png"], "--svg draws SVG: x.png must end in .svg"),
      (["a", "--top", "none"], "--top needs a whole number from 1 to 1000000, not none"),
    ] as [([String], String)])
  func badArguments_areExplained(arguments: [String], explanation: String) throws {
    let error = #expect(throws: UsageError.self) { try ReportOptions.parse(arguments) }
    #expect(error?.description == explanation)
  }

  @Test func files_thatCannotBeUsed_areExplained() throws {
    let error = #expect(throws: UsageError.self) { try LedgerFile(contentsOf: "/nowhere/waits.jsonl") }
    #expect(error?.description == "/nowhere/waits.jsonl cannot be read")
  }
}
