import Foundation
import Testing

@testable import Expectations

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
    report.facts = ["the concurrency pool did not answer for 4.98 s"]
    #expect(
      report.description == """
        Timed out after 5.00 s waiting for "saved" and 1 more: 1 of 3 expectations complete
          the concurrency pool did not answer for 4.98 s
          ✔ "opened"    0.012 s  DocumentTests.swift:31, main
          ✘ "saved"     0 of 1   created at DocumentTests.swift:24
          ✘ "uploaded"  2 of 3   0.100 s, 1.204 s  Uploader.swift:88, queue "upload", created at DocumentTests.swift:24
          in order:
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

  @Test(arguments: [(Duration.zero, "0 s"), (.seconds(-2), "0 s (a negative timeout, -2.00 s, counts as 0)")])
  func timedOut_withoutTime_saysSo(timeout: Duration, limit: String) {
    #expect(
      Sample.report(.timedOut, Self.saved, limit: .zero, timeout: timeout).description == """
        Timed out after \(limit) waiting for "saved"
          with this timeout, the wait checks once and does not sleep
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
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
            0.000 s  wait began                         DocumentTests.swift:40
            0.012 s  "opened" fulfilled                 DocumentTests.swift:31, main
            0.015 s  "saved" fulfilled before its turn  Uploader.swift:88, main
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
            0.000 s  wait began                                DocumentTests.swift:40
            0.000 s  "saved" fulfilled                         DocumentTests.swift:31, main
            0.001 s  "saved" fulfilled 2 of 1, once too often  DocumentTests.swift:31, main
        """)
  }

  @Test(
    arguments: [
      (.cancelled, #"Cancelled after 5.00 s waiting for "saved""#),
      (.interrupted, #"Interrupted after 5.00 s because the enclosing wait timed out, waiting for "saved""#),
      (.cannotComplete("a reason"), "Cannot complete: a reason"),
    ] as [(WaitReport.Outcome, String)])
  func endBeforeTheTime_saysWhy_andWhatWasMissing(outcome: WaitReport.Outcome, headline: String) {
    #expect(
      Sample.report(outcome, Self.saved, decisive: 0).description == """
        \(headline)
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
        """)
  }

  @Test func emptyList_isNamed() {
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
    report.delay = .seconds(1)
    #expect(
      report.description == """
        Watched for 4.00 s without a failure: "deleted" and 1 more
          resumed 1.00 s later: its actor or the concurrency pool was busy
          ✔ "deleted"  0, must not happen   created at DocumentTests.swift:24
          ✔ "lost"     0, must not happen   created at DocumentTests.swift:24
        """)
  }

  @Test(arguments: [1, 2, 5, 12, 24, 25, 26, 300])
  func noText_isLongerThan25Lines(count: Int) {
    for fulfilled in [0, 1, count - 1] {
      let some = (0..<count).map { Sample.entry("\($0)", times: $0 < fulfilled ? [.zero] : []) }
      var report = Sample.report(.timedOut, some, context: .task)
      for index in 0..<count { report.expectations[index].handlers = "the handler of \(index) was released" }
      report.facts = ["the main queue did not answer for 5.00 s", "the concurrency pool did not answer for 5.00 s"]
      report.delay = .seconds(1)
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
      ["    0.000 s  wait began      DocumentTests.swift:40"]
      + (0..<2).map { "    0.000 s  \(name($0, " fulfilled"))  DocumentTests.swift:31, main" } + ["    … 95 more …"]
      + (97..<99).map { "    0.000 s  \(name($0, " fulfilled"))  DocumentTests.swift:31, main" }
      + ["    5.000 s  time ran out"]
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

  @Test func eventsThatWereNotKept_areCountedAmongThoseThatAreNotShown() {
    var often = Sample.entry("x", 300, times: (0..<128).map { .seconds($0) })
    often.fulfillmentCount = 299
    let text = Sample.report(.timedOut, [often], limit: .seconds(200)).description
    let shown = text.split(separator: "\n").count { $0.contains("\"x\" fulfilled ") }
    #expect(text.contains("    … \(299 - shown) more …"), "\(text)")
  }

  @Test func events_areCountedAgainstWhatIsAllowed_ifNoneIsNeeded() {
    let retried = Sample.entry("retried", 0, allowed: 2, times: [.zero, .zero], isComplete: true)
    let text = Sample.report(.timedOut, [retried, Sample.entry("saved")]).description
    #expect(text.contains("\"retried\" fulfilled 2 of 2"), "\(text)")
    let ready = Sample.entry("ready", 1, allowed: .max, times: [.zero, .zero], isComplete: true)
    let another = Sample.report(.timedOut, [ready, Sample.entry("saved")]).description
    #expect(another.contains("\"ready\" fulfilled 2 "), "\(another)")
    #expect(!another.contains("2 of "), "\(another)")
    let often = Sample.entry("retried", 0, allowed: 1, times: [.zero, .zero])
    let headline = Sample.report(.overFulfilled, [often], decisive: 0).description.prefix { $0 != "\n" }
    #expect(headline == "Fulfilled too often: \"retried\" twice, 1 allowed")
  }

  /// An observer kept the wait from waking for 100 s after its time was over.
  @Test func heldWait_ranOutAtItsDeadline() {
    let now = Instant.now()
    let verdict = Verdict(kind: .timedOut, time: Moment(fair: now, real: now.advanced(by: -100_000_000_000)))
    let wait = Wait(timeout: .seconds(1), site: CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1))
    var state = EngineState(setTimer: { _ in })
    wait.noteHeld(until: now)
    let ended = EndedWait(wait, [], verdict, in: &state)
    #expect(ended.ended.since(verdict.time.real) == ended.delay)
    #expect(ended.delay < 100_000_000_000)
  }

  /// The clock had no reason to stand still for what began when the time was over.
  @Test(arguments: [(-50_000_000, 1), (1_000_000, 0)] as [(Nanoseconds, Int)])
  func stall_isOneOfTheWait_ifItBeganBeforeTheDeadline(beginning: Nanoseconds, count: Int) {
    let deadline = Instant.now().advanced(by: -500_000_000)
    let verdict = Verdict(kind: .timedOut, time: Moment(fair: deadline, real: deadline))
    let wait = Wait(timeout: .seconds(1), site: CallSite(fileID: #fileID, filePath: #filePath, line: 1, column: 1))
    var state = EngineState(setTimer: { _ in })
    _ = state.clock.beat(at: deadline.advanced(by: beginning))
    #expect(EndedWait(wait, [], verdict, in: &state).stalls.count == count)
  }

  @Test(arguments: [
    ("DocumentTests.savesTheDocument", "DocumentTests.savesTheDocument"),
    ("DocumentTests.saves(count:)", "DocumentTests.saves"),
    ("`My suite`.`saves`", "'`My suite`.`saves`'"),
    ("`saves (twice)`()", "'`saves (twice)`'"),
    ("`it's saved`", #"'`it'\''s saved`'"#),
  ])
  func nameInTheAdvice_isOneWordOfAShell(_ name: String, _ word: String) {
    #expect(WaitFacts.quoted(WaitFacts.withoutLabels(name)) == word)
  }
}
