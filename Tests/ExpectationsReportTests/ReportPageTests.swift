import Foundation
import Testing

@testable import ExpectationsReport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The page of `--html`.
@Suite struct ReportPageTests {
  private static func page(_ runs: [String], top: Int = 10) throws -> String {
    let files = runs.map { TemporaryLedger($0) }
    var options = ReportOptions()
    options.files = files.map(\.path)
    options.html = "page.html"
    options.top = top
    let page = try LedgerReport(options) { _ in }.page.html
    return files.enumerated().reduce(page) {
      $0.replacingOccurrences(of: $1.element.path, with: "\($1.offset + 1).jsonl")
    }
  }

  /// The numbers of elements with a certain beginning.
  private static func count(_ tag: String, in page: String) -> Int { page.components(separatedBy: tag).count - 1 }

  private static func isWellFormed(_ page: String) -> Bool { XMLParser(data: Data(page.utf8)).parse() }

  @Test func page_hasATimelineForEachFailedRun_andOneThatPassed() throws {
    let page = try Self.page([RunComparisonTests.passed, RunComparisonTests.failed, RunComparisonTests.passed])
    #expect(Self.isWellFormed(page))
    #expect(page.contains("<h2>DocumentTests.testSave: failed waits in run 2, none in runs 1 and 3</h2>"))
    #expect(page.contains("<figcaption>Run 2, 2.jsonl: failed</figcaption>"))
    #expect(page.contains("<figcaption>Run 1, 1.jsonl: no failed wait</figcaption>"))
    #expect(Self.count("<svg", in: page) == 2)
    // The waits of that test only: two where it failed, three where it passed.
    #expect(Self.count("class=\"passed\"", in: page) == 4 && Self.count("class=\"failed\"", in: page) == 1)
    #expect(Self.count("class=\"late\"", in: page) == 1)
    // In the picture are the limits of two waits: the failed one, and one that began early and was allowed a second.
    #expect(
      page.contains(
        """
        <g><title>AppTests/DocumentTests.swift:40 "saved"
        timedOut, began at 0.500 s
        used 1.001 s of 1.000 s
        0.300 s besides did not count</title>
        """))
    // Both runs have the scale of the longer one, 2 s: 620 points, and the wait of 1.301 s is 403 of them.
    #expect(page.contains(#"<rect x="465.0" y="35.0" width="403.3" height="12.0" class="failed"/>"#))
    #expect(page.contains(#"<rect x="341.0" y="35.0" width="77.5" height="12.0" class="passed"/>"#))
    #expect(page.contains(#"<line x1="868.0" y1="31.0" x2="868.0" y2="51.0" class="limit"/>"#))
  }

  @Test func page_ofOneFile_hasItsSummary_andTimelines() throws {
    let page = try Self.page([RunComparisonTests.failed])
    #expect(Self.isWellFormed(page))
    #expect(page.contains("<h1>The waits of 1.jsonl</h1>\n<h2>4 waits: 3 completed, 1 timedOut</h2>\n<h2>Slowest</h2>"))
    #expect(page.contains("<h2>DocumentTests.testSave: failed waits in run 1</h2>"))
    #expect(Self.count("<svg", in: page) == 1)
  }

  @Test func page_saysHowManyTestsAreLeftOut() throws {
    let other = RunComparisonTests.line(1, "a", in: "A.b", began: 0, 1, #""outcome":"timedOut","kind":"all""#)
    let page = try Self.page([RunComparisonTests.failed + other], top: 1)
    #expect(Self.isWellFormed(page) && Self.count("<svg", in: page) == 1)
    #expect(page.contains("<p>The timelines of 1 more tests are left out; --top shows more.</p>"))
    #expect(try !Self.page([RunComparisonTests.failed]).contains("left out"))
  }

  /// Names and descriptions are whatever a test says.
  @Test func page_escapesAllTexts() throws {
    let evil = #"</title><script>alert('&amp;')</script> ]]> \u0000\u001B[31m\uFFFF"#
    let lines = RunComparisonTests.line(
      1, evil, in: evil, began: 0, 1, #""outcome":"<b>","kind":"all""#)
    let page = try Self.page([lines, RunComparisonTests.passed])
    #expect(Self.isWellFormed(page))
    #expect(!page.contains("<script") && !page.contains("<b>"))
    #expect(page.contains("&lt;script&gt;alert('&amp;amp;')"))
  }

  @Test func page_needsNothingElse() throws {
    let page = try Self.page([RunComparisonTests.failed])
    let links = page.replacingOccurrences(of: "http://www.w3.org/", with: "")
    for word in ["<script", "<link", "http", "url(", "@import", "src="] { #expect(!links.contains(word), "\(word)") }
    #expect(page.contains("prefers-color-scheme: dark"))
  }
}
