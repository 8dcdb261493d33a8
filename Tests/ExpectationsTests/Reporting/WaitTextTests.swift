import Testing

@testable import Expectations

/// The texts of failures, whole.
@Suite struct WaitTextTests {
  private typealias Entry = WaitReport.Entry
  private typealias Fulfillment = WaitReport.Fulfillment

  private static func site(_ file: StaticString, _ line: UInt) -> CallSite {
    CallSite(fileID: file, filePath: file, line: line, column: 1)
  }

  private static func entry(
    _ name: String, _ required: Int = 1, allowed: Int? = nil, times: [Duration] = [], thread: String = "main",
    site: CallSite? = site("AppTests/DocumentTests.swift", 31), isError: Bool = false, isComplete: Bool = false
  ) -> Entry {
    Entry(
      description: name, createdAt: Self.site("AppTests/DocumentTests.swift", 24), requiredCount: required,
      allowedCount: allowed ?? required, fulfillmentCount: times.count,
      fulfillments: times.map { Fulfillment(time: $0, callSite: site, thread: thread, isError: isError) },
      isComplete: isComplete, isQuiet: required == 0)
  }

  private static func text(
    _ outcome: WaitReport.Outcome, _ verdict: Verdict.Kind, _ entries: [Entry], limit: Duration? = .seconds(5),
    asked: Duration = .seconds(5), surroundings: Surroundings = .suspended, delay: Duration = .zero,
    error: (any Error)? = nil
  ) -> String {
    WaitReport(
      outcome: outcome, elapsed: .milliseconds(5004), limit: limit, callSite: site("AppTests/DocumentTests.swift", 40),
      expectations: entries, error: error, asked: asked, verdict: verdict, names: entries.map(\.description),
      surroundings: surroundings,
      delay: delay
    ).description
  }

  @Test func timedOut_listsWhatCame_andWhatDidNot() {
    let text = Self.text(
      .timedOut, .timedOut,
      [
        Self.entry("opened", times: [.milliseconds(12)], isComplete: true),
        Self.entry("saved"),
        Self.entry(
          "uploaded", 3, times: [.milliseconds(100), .milliseconds(1204)], thread: "queue \"upload\"",
          site: Self.site("App/Uploader.swift", 88)),
      ])
    #expect(
      text == """
        Timed out after 5.00 s: 1 of 3 expectations complete
          ✔ "opened"    0.012 s  DocumentTests.swift:31, main
          ✘ "saved"     0 of 1   created at DocumentTests.swift:24
          ✘ "uploaded"  2 of 3   0.100 s, 1.204 s  Uploader.swift:88, queue "upload", created at DocumentTests.swift:24
        """)
  }

  @Test func timedOut_withALateFulfilment_saysHowLate() {
    let text = Self.text(
      .timedOut, .timedOut, [Self.entry("saved", times: [.milliseconds(200)])], limit: .milliseconds(100),
      asked: .milliseconds(100))
    #expect(
      text == """
        Timed out after 0.10 s: 0 of 1 expectation complete
          ✘ "saved"  1 of 1   fulfilled 0.10 s after the 0.10 s limit  DocumentTests.swift:31, main, created at DocumentTests.swift:24
        """)
  }

  @Test(arguments: [
    (
      Surroundings.mainQueueJob,
      "  this wait blocked the main queue and the main actor: what must run there could not; use `await`"
    ),
    (.task, "  this wait blocked a thread of the concurrency pool; use `await`"),
    (.queue("upload"), "  this wait blocked the queue \"upload\": what must run there could not"),
  ])
  func timedOut_saysWhatTheWaitBlocked(surroundings: Surroundings, note: String) {
    let text = Self.text(.timedOut, .timedOut, [Self.entry("saved")], surroundings: surroundings)
    #expect(
      text == """
        Timed out after 5.00 s: 0 of 1 expectation complete
          ✘ "saved"  0 of 1   created at DocumentTests.swift:24
        \(note)
        """)
  }

  @Test(arguments: [
    (Surroundings.suspended, "resumed 3.80 s later: concurrency pool busy"),
    (.mainThread, "main thread did not run for 3.80 s"),
    (.thread, "resumed 3.80 s later: the thread did not run"),
  ])
  func timedOut_saysWhenTheWaiterWasLate(surroundings: Surroundings, note: String) {
    let text = Self.text(
      .timedOut, .timedOut, [Self.entry("saved")], surroundings: surroundings, delay: .milliseconds(3800))
    #expect(text.hasSuffix("\n  \(note)"))
  }

  @Test func timedOut_withoutTime_andWithLessThanNone() {
    #expect(
      Self.text(.timedOut, .timedOut, [], limit: .zero, asked: .zero)
        == "Timed out after 0 s: 0 of 0 expectations complete")
    #expect(
      Self.text(.timedOut, .timedOut, [], limit: .zero, asked: .seconds(-2))
        == "Timed out after 0 s (a negative timeout, -2.00 s, counts as 0): 0 of 0 expectations complete")
  }

  @Test func incorrectOrder_namesBoth() {
    let text = Self.text(
      .incorrectOrder, .outOfOrder(early: 1, awaited: 0),
      [Self.entry("opened"), Self.entry("saved", times: [.milliseconds(12)], isComplete: true)])
    #expect(
      text == """
        Wrong order: "saved" was complete before "opened"
          ✘ "opened"  0 of 1   created at DocumentTests.swift:24
          ✔ "saved"   0.012 s  DocumentTests.swift:31, main
        """)
  }

  @Test func otherOutcomes_haveTheirHeadlines() {
    struct Refused: Error {}
    let saved = [Self.entry("saved")]
    func headline(_ outcome: WaitReport.Outcome, _ verdict: Verdict.Kind, error: (any Error)? = nil) -> Substring {
      Self.text(outcome, verdict, saved, error: error).prefix { $0 != "\n" }
    }
    #expect(headline(.threw, .failed(0), error: Refused()) == "\"saved\" failed: Refused()")
    #expect(headline(.unexpectedFulfillment, .forbidden(0)) == "Must not happen, but did: \"saved\"")
    #expect(headline(.cancelled, .cancelled) == "Cancelled after 5.00 s: 0 of 1 expectation complete")
    #expect(
      headline(.interrupted, .interrupted)
        == "Interrupted after 5.00 s, the time of the wait around it being over: 0 of 1 expectation complete")
    #expect(headline(.cannotComplete("a reason"), .unreachable(0)) == "Cannot complete: a reason")
    #expect(headline(.completed, .completed(first: nil)) == "Completed after 5.00 s")
  }

  @Test func overFulfilled_saysHowOften() {
    let often = Self.entry("saved", times: [.zero, .milliseconds(1)], isComplete: true)
    #expect(
      Self.text(.overFulfilled, .completed(first: nil), [often]) == """
        Fulfilled too often: "saved" twice, 1 allowed
          ✘ "saved"  2 of 1   0.000 s, 0.001 s  DocumentTests.swift:31, main, created at DocumentTests.swift:24
        """)
  }

  @Test func veryMany_areShortenedInTheMiddle() {
    let many = (0..<100).map { Self.entry("\($0)", times: [.zero], isComplete: true) }
    let lines = Self.text(.timedOut, .timedOut, many).split(separator: "\n")
    #expect(lines.count == 22)
    #expect(lines[11] == "  … 80 more …")
    let often = Self.entry("x", 100, times: (0..<50).map { .seconds($0) })
    let text = Self.text(.timedOut, .timedOut, [often], limit: .seconds(60))
    #expect(text.contains("0.000 s, 1.000 s, 2.000 s … 47.00 s, 48.00 s, 49.00 s"))
  }
}

@Suite struct FindingTextTests {
  private func fulfillment(_ nanoseconds: Int64, line: UInt) -> Fulfillment<FulfillmentPlace> {
    let site = CallSite(fileID: "App/Uploader.swift", filePath: "Uploader.swift", line: line, column: 1)
    return Fulfillment(
      instant: Instant(nanoseconds: nanoseconds), place: FulfillmentPlace(site: site, thread: .queue("upload")),
      isError: false)
  }

  private let created = CallSite(fileID: "AppTests/UploadTests.swift", filePath: "", line: 3, column: 1)

  @Test func surplus_namesBothLines_theWait_andTheCreation() {
    let surplus = Surplus(allowed: fulfillment(0, line: 8), extra: fulfillment(12_000_000, line: 9))
    let waited = CallSite(fileID: "AppTests/UploadTests.swift", filePath: "", line: 7, column: 1)
    #expect(
      Finding.surplus("uploaded", surplus, createdAt: created, waitedAt: waited).text == """
        "uploaded" was fulfilled once too often: Uploader.swift:9, queue "upload"
          last allowed 0.012 s before: Uploader.swift:8, queue "upload"
          waited for at UploadTests.swift:7
          created at UploadTests.swift:3
        """)
  }

  @Test func forbidden_namesTheLine() {
    let surplus = Surplus(allowed: nil, extra: fulfillment(0, line: 8))
    #expect(
      Finding.surplus("deleted", surplus, createdAt: created, waitedAt: nil).text == """
        "deleted" must not happen, but was fulfilled: Uploader.swift:8, queue "upload"
          created at UploadTests.swift:3
        """)
  }

  @Test func late_saysByHowMuch_andWhatWouldHaveDone() {
    let past = PastWait(
      place: FulfillmentPlace(site: created, thread: .unknown), started: Instant(nanoseconds: 0),
      deadline: Instant(nanoseconds: 5_000_000_000))
    #expect(
      Finding.late("uploaded", fulfillment(5_250_000_000, line: 8), past).text == """
        "uploaded" was fulfilled 0.250 s after the 5.000 s limit: Uploader.swift:8, queue "upload"
          a timeout of more than 5.250 s would have done
        """)
  }

  @Test func seconds_areAsExactAsUseful() {
    #expect(SecondsText.exact(12_000_000) == "0.012 s")
    #expect(SecondsText.exact(999_600_000) == "1.000 s")
    #expect(SecondsText.exact(12_345_000_000) == "12.35 s")
    #expect(SecondsText.exact(-1_500_000_000) == "-1.500 s")
    #expect(SecondsText.exact(Int64.max).hasSuffix(" s"))
    #expect(SecondsText.exact(Int64.min).hasPrefix("-"))
    #expect(SecondsText.short(.seconds(5)) == "5.00 s")
    #expect(SecondsText.short(.milliseconds(100)) == "0.10 s")
    #expect(SecondsText.short(.milliseconds(99)) == "0.099 s")
  }
}
