import Foundation
import Testing

@testable import Expectations

/// The complete texts of failed waits, for every outcome.
@Suite struct WaitTextTests {
  private typealias Sample = SampleReport

  private static let saved = [Sample.entry("saved")]

  @Test func timedOut_listsWhatCame_andWhatDidNot_andWhatWasBlocked() {
    var report = Sample.report(
      .timedOut,
      [
        Sample.entry("opened", times: [.milliseconds(12)], isComplete: true),
        Sample.entry("saved"),
        Sample.entry(
          "uploaded", 3, times: [.milliseconds(100), .milliseconds(1204)], thread: "queue \"upload\"",
          site: Sample.uploader),
      ])
    report.poolSize = 2
    report.probes = Array(Sample.answers(.microseconds(100), .microseconds(200)))
    report.probes.append(Sample.probe(.concurrencyPool, answer: nil, silence: .milliseconds(4980)))
    #expect(
      report.description == """
        Timed out after 5.00 s waiting for "saved" and 1 more: 1 of 3 expectations complete
          ✔ "opened"    0.012 s  DocumentTests.swift:31, main
          ✘ "saved"     0 of 1   created at DocumentTests.swift:24
          ✘ "uploaded"  2 of 3   0.100 s, 1.204 s  Uploader.swift:88, queue "upload", created at DocumentTests.swift:24
          main queue: answered in 0.1 ms · global queue: 0.2 ms · concurrency pool: NO ANSWER for 4.98 s (2 threads, all blocked?)
          in order:
            -0.001 s  "opened" created             DocumentTests.swift:24
            -0.001 s  "saved" created              DocumentTests.swift:24
            -0.001 s  "uploaded" created           DocumentTests.swift:24
             0.000 s  wait began                   DocumentTests.swift:40
             0.012 s  "opened" fulfilled           DocumentTests.swift:31, main
             0.100 s  "uploaded" fulfilled 1 of 3  Uploader.swift:88, queue "upload"
             1.204 s  "uploaded" fulfilled 2 of 3  Uploader.swift:88, queue "upload"
             5.000 s  time ran out
        """)
  }

  @Test func timedOut_withALateFulfillment_saysHowLate() {
    let report = Sample.report(
      .timedOut, [Sample.entry("saved", times: [.milliseconds(200)], lateness: .milliseconds(100))],
      limit: .milliseconds(100), timeout: .milliseconds(100))
    #expect(
      report.description == """
        Timed out after 0.10 s waiting for "saved"
          ✘ "saved"  1 of 1   fulfilled 0.10 s after the 0.10 s limit  DocumentTests.swift:31, main, created at DocumentTests.swift:24
        """)
    #expect(report.timeline.map(\.kind) == [.created, .began, .deadline, .late])
  }

  @Test func timedOut_afterAStall_saysBothTimes_andWhatStoodStill() {
    var report = Sample.report(.timedOut, [Sample.entry("saved")])
    report.elapsed = .milliseconds(9_624)
    report.uncounted = .milliseconds(4_620)
    func text(_ remark: String) -> String {
      """
      Timed out after 5.00 s\(remark) waiting for "saved"
        ✘ "saved"  0 of 1   created at DocumentTests.swift:24
      """
    }
    #expect(report.description == text(" (9.62 s passed; for 4.62 s something did not run)"))
    report.stalls = [.init(targets: [.concurrencyPool], time: .zero, duration: .seconds(4))]
    #expect(report.description == text(" (9.62 s passed; for 4.62 s the concurrency pool did not run)"))
    report.stalls.append(.init(targets: [.process, .mainQueue], time: .zero, duration: .seconds(1)))
    let three = "the main queue, the concurrency pool or the process did not run"
    #expect(report.description == text(" (9.62 s passed; for 4.62 s \(three))"))
    let (first, last) = (report.stalls[0], report.stalls[1])
    report.stalls[1].waits = [BlockingWait(queue: .main, line: "A.swift:7")]
    let blocked = "the main queue, blocked by the wait at A.swift:7, the concurrency pool or the process did not run"
    #expect(report.description == text(" (9.62 s passed; for 4.62 s \(blocked))"))
    report.stalls = [first, last]
    report.uncounted = .milliseconds(99)
    #expect(report.description == text(""))
  }

  @Test func fulfillment_inAStallAfterTheNominalTime_isNotLate() {
    var report = Sample.report(.timedOut, [Sample.entry("saved", 2, times: [.seconds(7)])])
    report.elapsed = .milliseconds(9_624)
    report.uncounted = .milliseconds(4_620)
    #expect(report.timeline.map(\.kind) == [.created, .began, .fulfilled, .deadline])
    #expect(
      report.description == """
        Timed out after 5.00 s (9.62 s passed; for 4.62 s something did not run) waiting for "saved"
          ✘ "saved"  1 of 2   7.000 s  DocumentTests.swift:31, main, created at DocumentTests.swift:24
        """)
  }

  @Test func timedOut_namesWhatIsMissing_andOfAnyAll() {
    let (opened, saved, uploaded) = (
      Sample.entry("opened", times: [.zero], isComplete: true), Sample.entry("saved"), Sample.entry("uploaded")
    )
    func headline(_ entries: [WaitReport.Entry], isAnyOf: Bool = false) -> Substring? {
      var report = Sample.report(.timedOut, entries)
      report.isAnyOf = isAnyOf
      return report.description.split(separator: "\n").first
    }
    #expect(headline([saved]) == "Timed out after 5.00 s waiting for \"saved\"")
    #expect(headline([opened, saved]) == "Timed out after 5.00 s waiting for \"saved\": 1 of 2 expectations complete")
    #expect(
      headline([saved, uploaded])
        == "Timed out after 5.00 s waiting for \"saved\" and 1 more: 0 of 2 expectations complete")
    #expect(headline([saved], isAnyOf: true) == "Timed out after 5.00 s waiting for \"saved\"")
    #expect(
      headline([saved, uploaded], isAnyOf: true) == "Timed out after 5.00 s waiting for any of \"saved\", \"uploaded\"")
    #expect(
      headline([saved, uploaded, saved, saved], isAnyOf: true)
        == "Timed out after 5.00 s waiting for any of 4 expectations")
  }

  @Test func timedOut_withoutTime_saysSo() {
    #expect(
      Sample.report(.timedOut, Self.saved, limit: .zero, timeout: .zero).description == """
        Timed out after 0 s waiting for "saved"
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
          with this timeout, the wait checks once and does not sleep
        """)
  }

  @Test func timedOut_withLessThanNoTime_saysSo() {
    #expect(
      Sample.report(.timedOut, Self.saved, limit: .zero, timeout: .seconds(-2)).description == """
        Timed out after 0 s (a negative timeout, -2.00 s, counts as 0) waiting for "saved"
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
          with this timeout, the wait checks once and does not sleep
        """)
  }

  @Test func incorrectOrder_namesBoth_andTheirOrder() {
    let entries = [
      Sample.entry("opened", times: [.milliseconds(12)], isComplete: true), Sample.entry("loaded"),
      Sample.entry("saved", times: [.milliseconds(15)], site: Sample.uploader, isComplete: true),
    ]
    #expect(
      Sample.report(.incorrectOrder, entries, decisive: 2, awaited: 1).description == """
        Wrong order: "saved" was complete before "loaded"
          ✔ "opened"  0.012 s  DocumentTests.swift:31, main
          ✘ "loaded"  0 of 1   created at DocumentTests.swift:24
          ✔ "saved"   0.015 s  Uploader.swift:88, main
          in order:
            -0.001 s  "opened" created                   DocumentTests.swift:24
            -0.001 s  "loaded" created                   DocumentTests.swift:24
            -0.001 s  "saved" created                    DocumentTests.swift:24
             0.000 s  wait began                         DocumentTests.swift:40
             0.012 s  "opened" fulfilled                 DocumentTests.swift:31, main
             0.015 s  "saved" fulfilled before its turn  Uploader.swift:88, main
             5.000 s  time ran out
        """)
  }

  @Test func threw_saysTheError() {
    struct Refused: Error {}
    let entries = [Sample.entry("saved", times: [.milliseconds(12)], isError: true)]
    #expect(
      Sample.report(.threw, entries, decisive: 0, error: Refused()).description == """
        "saved" failed: Refused()
          ✘ "saved"  1 of 1   0.012 s (error)  DocumentTests.swift:31, main, created at DocumentTests.swift:24
        """)
  }

  @Test func unexpectedFulfillment_saysWhichMustNotHappen() {
    let entries = [Sample.entry("deleted", 0, times: [.milliseconds(12)])]
    #expect(
      Sample.report(.unexpectedFulfillment, entries, decisive: 0).description == """
        Must not happen, but did: "deleted"
          ✘ "deleted"  1, must not happen   0.012 s  DocumentTests.swift:31, main, created at DocumentTests.swift:24
        """)
  }

  @Test func overFulfilled_saysHowOften_andWhen() {
    let often = Sample.entry("saved", times: [.zero, .milliseconds(1)], isComplete: true)
    #expect(
      Sample.report(.overFulfilled, [often]).description == """
        Fulfilled too often: "saved" twice, 1 allowed
          ✘ "saved"  2 of 1   0.000 s, 0.001 s  DocumentTests.swift:31, main, created at DocumentTests.swift:24
          in order:
            -0.001 s  "saved" created                           DocumentTests.swift:24
             0.000 s  wait began                                DocumentTests.swift:40
             0.000 s  "saved" fulfilled                         DocumentTests.swift:31, main
             0.001 s  "saved" fulfilled 2 of 1, once too often  DocumentTests.swift:31, main
             5.000 s  time ran out
        """)
  }

  @Test func cancelled_saysWhatWasMissing() {
    #expect(
      Sample.report(.cancelled, Self.saved).description == """
        Cancelled after 5.00 s waiting for "saved"
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
        """)
  }

  @Test func interrupted_saysByWhat() {
    #expect(
      Sample.report(.interrupted, Self.saved).description == """
        Interrupted after 5.00 s because the enclosing wait timed out, waiting for "saved"
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
        """)
  }

  @Test func cannotComplete_saysWhy() {
    #expect(
      Sample.report(.cannotComplete("a reason"), Self.saved, decisive: 0).description == """
        Cannot complete: a reason
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
        """)
    #expect(Sample.report(.cannotComplete("nothing to wait for"), []).description == "Nothing to wait for")
  }

  @Test func completed_saysHowLongItTook() {
    let entries = [Sample.entry("opened", times: [.milliseconds(12)], isComplete: true)]
    #expect(
      Sample.report(.completed, entries).description == """
        Completed after 5.00 s
          ✔ "opened"  0.012 s  DocumentTests.swift:31, main
        """)
  }

  @Test func silence_saysWhatWasWatched_andForHowLong() {
    var report = Sample.report(.completed, [Sample.entry("deleted", 0, isComplete: true)])
    #expect(
      report.description == """
        Watched for 5.00 s without a failure: "deleted"
          ✔ "deleted"  0, must not happen   created at DocumentTests.swift:24
        """)
    report.expectations.append(Sample.entry("lost", 0, isComplete: true))
    (report.elapsed, report.uncounted) = (.seconds(8), .seconds(3))
    #expect(
      report.description == """
        Watched for 5.00 s (8.00 s passed; for 3.00 s something did not run) without a failure: "deleted" and 1 more
          ✔ "deleted"  0, must not happen   created at DocumentTests.swift:24
          ✔ "lost"     0, must not happen   created at DocumentTests.swift:24
        """)
  }

  @Test func live_saysHowLongItHasWaited() {
    #expect(
      WaitText(Sample.report(.timedOut, Self.saved, limit: .seconds(60)), isLive: true).text == """
        Waiting for 5.00 s of 60.00 s: "saved"
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
        """)
  }

  @Test func theCommandThatRepeatsTheTest_comesLast() {
    var report = Sample.report(.timedOut, Self.saved)
    report.clocks = ["a clock"]
    report.testForCommands = "DocumentTests.saves"
    #if os(Linux)
      let command = "\n  to see the path of the code: swift run expectations-trace DocumentTests.saves"
    #else
      let command = ""
    #endif
    #expect(
      report.description == """
        Timed out after 5.00 s waiting for "saved"
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
          a clock\(command)
        """)
    report.outcome = .interrupted
    #expect(!report.description.contains("expectations-trace"))
  }

  @Test(arguments: [1, 2, 5, 12, 24, 25, 26, 300])
  func noText_isLongerThan25Lines(count: Int) {
    for fulfilled in [0, 1, count - 1] {
      let some = (0..<count).map { Sample.entry("\($0)", times: $0 < fulfilled ? [.zero] : []) }
      var report = Sample.report(.timedOut, some, context: .task)
      for index in 0..<count { report.expectations[index].handlersReleasedTime = .zero }
      report.probes = [Sample.probe(.mainQueue, answer: nil, silence: .seconds(5))]
      report.clocks = ["a clock", "another clock"]
      report.delay = .seconds(1)
      report.testForCommands = "DocumentTests.saves"
      #expect(report.description.split(separator: "\n").count <= 25)
    }
  }

  @Test func veryMany_areShortenedInTheMiddle() {
    let many = (0..<99).map { Sample.entry("\($0)", times: [.zero], isComplete: true) } + [Sample.entry("99")]
    func name(_ number: Int, _ event: String = "") -> String {
      "\"\(number)\"\(event)".padding(toLength: event.isEmpty ? 4 : 14, withPad: " ", startingAt: 0)
    }
    func complete(_ number: Int) -> String { "  ✔ \(name(number))  0.000 s  DocumentTests.swift:31, main" }
    let entries =
      (0..<7).map(complete) + ["  … 86 more …"] + (93..<99).map(complete)
      + ["  ✘ \"99\"  0 of 1   created at DocumentTests.swift:24"]
    let events =
      (0..<3).map { "    -0.001 s  \(name($0, " created"))  DocumentTests.swift:24" } + ["    … 195 more …"]
      + (97..<99).map { "     0.000 s  \(name($0, " fulfilled"))  DocumentTests.swift:31, main" }
      + ["     5.000 s  time ran out"]
    let lines =
      ["Timed out after 5.00 s waiting for \"99\": 99 of 100 expectations complete"] + entries + ["  in order:"]
      + events
    #expect(Sample.report(.timedOut, many).description == lines.joined(separator: "\n"))
    #expect(lines.count == 24)
    let often = Sample.entry("x", 100, times: (0..<50).map { .seconds($0) })
    let entry = Sample.report(.timedOut, [often], limit: .seconds(60)).description.split(separator: "\n")[1]
    #expect(
      entry == """
          ✘ "x"  50 of 100   0.000 s, 1.000 s, 2.000 s … 47.00 s, 48.00 s, 49.00 s  DocumentTests.swift:31, main, \
        created at DocumentTests.swift:24
        """)
  }
}
