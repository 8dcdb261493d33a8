import Testing

@testable import Expectations

/// The complete texts of failures with recorders.
@Suite struct RecordingTextTests {
  private struct Refused: Error {}

  private static func site(_ file: StaticString, _ line: UInt) -> CallSite {
    CallSite(fileID: file, filePath: file, line: line, column: 1)
  }

  private static func report(
    _ outcome: WaitReport.Outcome, context: CallingContext = .suspended, delay: Duration = .zero,
    event: (time: Duration, thread: String)? = nil, clock: Duration? = nil
  ) -> WaitReport {
    let entry = SampleReport.entry(
      "progress", times: event.map { [$0.time] } ?? [], thread: event?.thread ?? "",
      site: SampleReport.place("App/Upload.swift", 88),
      lateness: event.flatMap { $0.time > .milliseconds(300) ? $0.time - .milliseconds(300) : nil })
    var report = SampleReport.report(
      outcome, [entry], limit: .milliseconds(300), timeout: .milliseconds(300), context: context, delay: delay)
    report.elapsed = .milliseconds(304)
    report.elapsedOnClock = clock
    return report
  }

  private static func text(
    _ goal: RecorderGoal, _ cause: RecordingFailure.Cause, _ events: [Int] = [],
    consumed: Int = 0, report: WaitReport = report(.completed)
  ) -> String {
    let failure = RecordingFailure(
      goal: goal, cause: cause,
      events: RecordedEvents(consumed..<events.count, of: events, consumedCount: consumed).map { "\($0)" },
      createdAt: site("AppTests/UploadTests.swift", 24), report: report)
    return RecordingFinding(name: "progress", kind: .call(failure)).text
  }

  @Test func silence_showsWhatCame_andWhatTheWaitBlocked() {
    #expect(
      Self.text(.events(3), .silence, [10, 20], report: Self.report(.timedOut, context: .queue("upload"))) == """
        Timed out after 0.30 s: "progress" recorded 2 of 3 events
          1: 10
          2: 20
          this wait blocked the queue "upload": if it is serial, nothing else could run there
          created at UploadTests.swift:24
        """)
  }

  @Test func silence_withALateEvent_saysHowLate() {
    let late = Self.report(.timedOut, delay: .milliseconds(200), event: (.milliseconds(450), "main"))
    #expect(
      Self.text(.events(1), .silence, [10], report: late) == """
        Timed out after 0.30 s: "progress" recorded 1 of 1 event
          1: 10
          complete 0.15 s after the 0.30 s limit: Upload.swift:88, main
          resumed 0.20 s later: concurrency pool busy
          created at UploadTests.swift:24
        """)
  }

  @Test func silence_onAnotherClock_namesIt() {
    #expect(
      Self.text(.end, .silence, report: Self.report(.timedOut, clock: .milliseconds(300))) == """
        Timed out after 0.30 s on its clock: "progress" has not ended
          created at UploadTests.swift:24
        """)
    #expect(
      Self.text(.nothing, .silence, report: Self.report(.timedOut, clock: .zero)) == """
        Gave up after 0.30 s of real time, with 0 s of 0.30 s elapsed on its clock: "progress" should record nothing
          created at UploadTests.swift:24
        """)
  }

  @Test(arguments: [
    (RecorderGoal.events(2), "\"progress\" recorded 0 of 2 events"), (.end, "\"progress\" has not ended"),
    (.error, "\"progress\" has not failed"), (.nothing, "\"progress\" should record nothing"),
  ])
  func interruption_saysWhatWasWanted(goal: RecorderGoal, wanted: String) {
    #expect(
      Self.text(goal, .interrupted, report: Self.report(.interrupted)) == """
        Interrupted after 0.30 s because the enclosing wait timed out: \(wanted)
          created at UploadTests.swift:24
        """)
  }

  @Test func earlyEnd_saysAfterHowMany_andWhere() {
    let report = Self.report(.completed, event: (.milliseconds(12), "queue \"upload\""))
    #expect(
      Self.text(.events(3), .ended, [10, 20], report: report) == """
        "progress" ended after 2 of 3 events
          1: 10
          2: 20
          0.012 s  Upload.swift:88, queue "upload"
          created at UploadTests.swift:24
        """)
  }

  @Test(arguments: [
    (RecorderGoal.events(1), "failed after 0 of 1 event: Refused()"),
    (.nothing, "failed where nothing was expected: Refused()"),
  ])
  func error_isNamed(goal: RecorderGoal, headline: String) {
    #expect(
      Self.text(goal, .failed(Refused())) == "\"progress\" \(headline)\n  created at UploadTests.swift:24")
  }

  @Test(arguments: [
    (RecorderGoal.events(1), "was cancelled after 0 of 1 event"),
    (.nothing, "was cancelled where nothing was expected"),
  ])
  func cancellation_isNoError(goal: RecorderGoal, headline: String) {
    #expect(
      Self.text(goal, .failed(CancellationError())) == "\"progress\" \(headline)\n  created at UploadTests.swift:24")
  }

  @Test(arguments: [
    (RecorderGoal.end, "1 event instead of its end"), (.error, "1 event instead of an error"),
    (.nothing, "1 event where none was expected"),
  ])
  func unexpectedEvent_isShown(goal: RecorderGoal, what: String) {
    #expect(
      Self.text(goal, .unexpected, [10]) == "\"progress\" recorded \(what)\n  1: 10\n  created at UploadTests.swift:24")
  }

  @Test func whereItCameFrom_isNotGuessed() {
    let report = Self.report(.completed, event: (.milliseconds(-1), "\(ThreadLabel.unknown)"))
    #expect(
      Self.text(.error, .ended, report: report)
        == "\"progress\" ended without an error\n  created at UploadTests.swift:24")
  }

  // MARK: Lists

  private static func unconsumed(_ list: [some Any], _ range: Range<Int>) -> String {
    let events = RecordedEvents(range, of: list, consumedCount: range.lowerBound).map(EventText.describe)
    let site = site("AppTests/UploadTests.swift", 24)
    return RecordingFinding(name: "progress", kind: .unconsumed(events, error: nil, createdAt: site)).text
  }

  @Test func veryMany_areShortenedInTheMiddle() {
    let lines = Self.unconsumed(Array(0..<1000), 100..<1000).split(separator: "\n")
    #expect(lines.count == 24)
    #expect(lines[0] == "\"progress\" recorded 900 events that the test did not consume")
    #expect(lines[1...2] == ["  … 95 before …", "  96: 95 (consumed)"])
    #expect(lines[6...7] == ["  100: 99 (consumed)", "  101: 100"])
    #expect(lines[11...13] == ["  105: 104", "  … 885 more …", "  991: 990"])
    #expect(lines[22...23] == ["  1000: 999", "  created at UploadTests.swift:24"])
    let events = (0..<20).map { "  \($0 + 1): \($0)" }
    #expect(
      Self.unconsumed(Array(0..<20), 0..<20).split(separator: "\n").dropFirst().map(String.init)
        == events + ["  created at UploadTests.swift:24"])
  }

  @Test func veryLong_isShortenedInTheMiddle_andLinesAreIndented() {
    let long = String(repeating: "a", count: 500) + String(repeating: "z", count: 500)
    let (start, end) = (String(repeating: "a", count: 99), String(repeating: "z", count: 99))
    #expect(EventText.describe(long) == "\"\(start)…\(end)\"")
    #expect(
      Self.unconsumed(["one\ntwo"], 0..<1) == """
        "progress" recorded 1 event that the test did not consume
          1: "one
            two"
          created at UploadTests.swift:24
        """)
  }

  @Test func whatWasConsumedBefore_standsInTheSameList() {
    #expect(
      Self.text(.events(2), .silence, [10, 20, 30], consumed: 2, report: Self.report(.timedOut)) == """
        Timed out after 0.30 s: "progress" recorded 1 of 2 events
          1: 10 (consumed)
          2: 20 (consumed)
          3: 30
          created at UploadTests.swift:24
        """)
    #expect(
      Self.text(.events(1), .ended, [10], consumed: 1) == """
        "progress" ended after 0 of 1 event
          1: 10 (consumed)
          created at UploadTests.swift:24
        """)
  }

  @Test func whatAnotherFailureHasShown_isNotShownAgain() {
    let events = RecordedEvents(3..<4, of: [1, 2, 3, 4], consumedCount: 1).map { "\($0)" }
    #expect(EventText.list(events) == ["  … 3 before …", "  4: 4"])
    let nothing = RecordedEvents(4..<4, of: [1, 2, 3, 4], consumedCount: 1).map { "\($0)" }
    #expect(EventText.list(nothing) == [])
  }
}
