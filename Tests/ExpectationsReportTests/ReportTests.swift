import Foundation
import TestSupport
import Testing

@testable import ExpectationsReport

@Suite(.ownThreads) struct ReportTests {
  private static let save = "DocumentTests.testSave"
  private static let waits = [
    line("saved", used: 4.5, of: 5, test: save),
    line("saved", 40, "timedOut", used: 5.001, of: 5, test: save, more: #","uncounted":0.3"#),
    line("hit", 7, used: 0.25, of: 1, kind: "any"),
    line("deleted", 9, used: 1, of: 1, kind: "mustNotHappen"),
    line("kept", 10, used: 1, of: 1, kind: "mustLast"),
    line("ready", 11, used: 0.125, kind: "condition"),
  ].joined()

  @Test func report_ofAFile_isWhole() {
    let run = ProgramRun(Self.waits)
    #expect(
      run.printed == """
        6 waits: 5 completed, 1 timedOut

        Slowest
          5.001 s of 5.000 s  timedOut  DocumentTests.swift:40  "saved", in test DocumentTests.testSave
          4.500 s of 5.000 s  completed  DocumentTests.swift:40  "saved", in test DocumentTests.testSave
          0.250 s of 1.000 s  completed  DocumentTests.swift:7  "hit"
          0.125 s  completed  DocumentTests.swift:11  "ready"

        Nearest to the timeout: share of the time used, by line
          100 %  DocumentTests.swift:40  "saved"  2 waits, 1 failed
           25 %  DocumentTests.swift:7  "hit"  1 wait

        Failed, by test
          DocumentTests.testSave
            timedOut after 5.001 s of 5.000 s, and 0.300 s did not count  DocumentTests.swift:40  "saved"
        """)
    #expect(run.complaints == [] && run.status == 0)
  }

  @Test func report_ofSeveralFiles_addsThemUp() {
    let first = line("opened", 30, used: 0.5, of: 1)
    #expect(
      ProgramRun(first, first, line("opened", 30, used: 0.75, of: 1)).printed == """
        3 waits: 3 completed

        Slowest
          0.750 s of 1.000 s  completed  DocumentTests.swift:30  "opened"
          0.500 s of 1.000 s  completed  DocumentTests.swift:30  "opened"
          0.500 s of 1.000 s  completed  DocumentTests.swift:30  "opened"

        Nearest to the timeout: share of the time used, by line
           75 %  DocumentTests.swift:30  "opened"  3 waits

        Failed, by test: none
        """)
  }

  @Test func top_cutsEachList() {
    let failures = [
      line("a", 1, "timedOut", used: 3, of: 3, test: "A.one"), line("b", 2, "threw", used: 2, of: 3, test: "A.two"),
      line("b", 2, "threw", used: 1, of: 3, test: "A.two"), line("c", 3, "threw", used: 1, of: 3, test: "A.two"),
    ].joined()
    #expect(
      ProgramRun(failures, arguments: ["--top", "1"]).printed == """
        4 waits: 3 threw, 1 timedOut

        Slowest
          3.000 s of 3.000 s  timedOut  DocumentTests.swift:1  "a", in test A.one
          … 3 more

        Nearest to the timeout: share of the time used, by line
          100 %  DocumentTests.swift:1  "a"  1 wait, 1 failed
          … 2 more

        Failed, by test
          A.two
            threw after 2.000 s of 3.000 s  DocumentTests.swift:2  "b"  2 times
            … 1 more
          … 1 more
        """)
  }

  /// A wait that ends because its task is canceled says nothing about the time it needs. The caller of `report(of:)`
  /// may intend a timeout.
  @Test(arguments: [("cancelled", ""), ("timedOut", #","judgedByCaller":true"#)])
  func wait_thatFailsNoTest_isOnlySlow(outcome: String, more: String) {
    #expect(
      ProgramRun(line("tried", 2, outcome, used: 1, of: 1, more: more)).printed == """
        1 wait: 1 \(outcome)

        Slowest
          1.000 s of 1.000 s  \(outcome)  DocumentTests.swift:2  "tried"

        Nearest to the timeout: share of the time used, by line: none

        Failed, by test: none
        """)
  }

  @Test func wait_ofNoKnownTest_isListed() {
    let printed = ProgramRun(line("sent", 3, "overFulfilled", used: 0.5, kind: "inOrder")).printed
    let failures = "  no known test\n    overFulfilled after 0.500 s  DocumentTests.swift:3  \"sent\""
    #expect(printed.hasSuffix(failures), "\(printed)")
  }

  /// Only the slowest waits are kept, in whatever order they come.
  @Test func slowestOfManyWaits_areFound() {
    let text = (1...1000).map { line("saved", used: Double($0 * 5 % 1001)) }.joined()
    let lines = ProgramRun(text, arguments: ["--top=2"]).printed.split(separator: "\n")
    #expect(lines[0] == "1,000 waits: 1,000 completed")
    #expect(lines[2...4].map { $0.prefix(14) } == ["  1000.000 s  ", "  999.000 s  c", "  … 998 more"])
  }

  /// The part of a file that is kept has a bounded size, however many lines and outcomes it names, and however long
  /// its texts are.
  @Test func manyLines_andLongTexts_areCut() throws {
    let text = line(String(repeating: "s", count: 2000), used: 3, of: 3)
    let wait = try JSONDecoder().decode(Wait.self, from: Data(text.utf8))
    #expect(wait.bounded.description.count == 251)
    var report = Report(top: 1)
    for number in 1...WaitGroups.limit + 3 {
      var wait = wait.bounded
      (wait.line, wait.outcome) = (number, "outcome \(number)")
      report.add(wait)
    }
    let omission = "  … 19,999 more\n  … leaves out 3 waits, because only 20,000 different ones are kept\n"
    let printed = report.text
    #expect(printed.components(separatedBy: omission).count == 2)
    #expect(printed.hasSuffix("    … 19,999 more\n" + omission.split(separator: "\n")[1]))
    #expect(printed.hasPrefix("20,003 waits: 19,903 other, 1 outcome 1, "))
  }

  @Test func line_thatIsCutOffOrForeign_isNamedAndLeftOut() {
    let foreign = #"{"version":2,"name":"package"}"#
    let late = line("saved", 5, "late", used: 1, kind: "late")
    let run = ProgramRun("[1]\n\n" + Self.waits + "\(foreign)\n\(late){\"kind\":\"all\",\"de", Self.waits)
    #expect(run.printed.hasPrefix("12 waits: "))
    #expect(
      run.complaints == [
        "1.jsonl:1: not a wait; left out", "1.jsonl:9: not a wait; left out", "1.jsonl:10: not a wait; left out",
        "1.jsonl:11: the line is cut off; left out",
      ])
    #expect(run.status == 0)
  }

  @Test func veryManyForeignLines_areCounted() {
    let run = ProgramRun(String(repeating: "x\n", count: 1000) + Self.waits)
    #expect(run.complaints.count == 6)
    #expect(run.complaints.last == "1.jsonl: 1,000 lines are left out in all")
  }

  @Test(
    arguments: [
      ("", "has no waits that EXPECTATIONS_REPORT could have written: it is empty"),
      ("# Notes\n", "has no waits that EXPECTATIONS_REPORT could have written: 2.jsonl:1: not a wait; left out"),
      (waits + #"{"kind":"new","version":2}"#, newer), (waits + line("a", used: 1, version: 2), newer),
    ] as [(String, String)])
  func file_thatHasNoWaits_orNewerOnes_isRefused(text: String, explanation: String) {
    let run = ProgramRun(Self.waits, text)
    #expect(run.complaints.map { $0.replacing("2.jsonl:7", with: "2.jsonl") } == ["2.jsonl \(explanation)"])
    #expect(run.status == 2 && run.printed == "")
  }

  private static let newer = """
    was written by a newer version of the library (format 2); this program reads formats up to 1. Use the \
    expectations-report of that version
    """

  @Test(
    arguments: [
      ([], "the file that EXPECTATIONS_REPORT named is missing; --help explains"),
      (["/nowhere/waits"], "/nowhere/waits cannot be read: No such file or directory"),
      (["/"], "/ cannot be read: Is a directory"),
      (["a", "a"], "a is named twice"),
      (["a", "--svg", "a.svg"], "there is no option --svg; --help lists them"),
      (["a", "--top"], "--top needs a whole number from 1 to 1000000"),
      (["a", "--top", "0"], "--top needs a whole number from 1 to 1000000, not 0"),
      (["a", "--top=many"], "--top needs a whole number from 1 to 1000000, not many"),
    ] as [([String], String)])
  func arguments_thatAreWrong_areExplained(arguments: [String], explanation: String) {
    let run = ProgramRun(arguments: arguments)
    #expect(run.complaints == [explanation])
    #expect(run.status == 2 && run.printed == "")
  }

  @Test(arguments: ["--help", "-h"]) func help_isPrinted(argument: String) {
    let run = ProgramRun(arguments: ["a", argument])
    #expect(run.printed.hasPrefix("swift run expectations-report FILE… [--top N]\n"))
    #expect(run.complaints == [] && run.status == 0)
  }
}
