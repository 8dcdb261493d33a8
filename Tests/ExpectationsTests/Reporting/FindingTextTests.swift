import Testing

@testable import Expectations

/// The complete texts of problems outside a wait.
@Suite struct FindingTextTests {
  private func fulfillment(_ nanoseconds: Int64, line: UInt) -> Fulfillment {
    let site = CallSite(fileID: "App/Uploader.swift", filePath: "Uploader.swift", line: line, column: 1)
    return Fulfillment(
      instant: MonotonicInstant(nanoseconds: nanoseconds),
      place: FulfillmentPlace(site: site, thread: .queue("upload"), time: MonotonicInstant(nanoseconds: nanoseconds)),
      isError: false)
  }

  private let created = CallSite(fileID: "AppTests/UploadTests.swift", filePath: "", line: 3, column: 1)

  @Test func surplus_namesBothLines_theWait_andTheCreation() {
    let surplus = Surplus(lastAllowed: fulfillment(0, line: 8), fulfillment: fulfillment(12_000_000, line: 9))
    let waited = CallSite(fileID: "AppTests/UploadTests.swift", filePath: "", line: 7, column: 1)
    #expect(
      ExpectationFinding.surplus("uploaded", surplus, createdAt: created, waitedAt: waited).text == """
        "uploaded" was fulfilled once too often: Uploader.swift:9, queue "upload"
          the one before, 0.012 s earlier: Uploader.swift:8, queue "upload"
          waited for at UploadTests.swift:7
          created at UploadTests.swift:3
        """)
  }

  @Test func forbidden_namesTheLine() {
    let surplus = Surplus(lastAllowed: nil, fulfillment: fulfillment(0, line: 8))
    #expect(
      ExpectationFinding.surplus("deleted", surplus, createdAt: created, waitedAt: nil).text == """
        "deleted" must not happen, but was fulfilled: Uploader.swift:8, queue "upload"
          created at UploadTests.swift:3
        """)
  }

  @Test(arguments: [(0, ""), (2, " and 2 more")]) func stillRunning_namesTheWait(more: Int, rest: String) {
    let finding = ExpectationFinding.stillRunning("uploaded", more: more)
    #expect(
      finding.text == "The run ended while this wait for \"uploaded\"\(rest) still ran: no test awaited its end")
    #expect(finding.severity == .failure)
  }

  @Test func late_saysByHowMuch_andWhatWouldHaveDone() {
    let past = EndedWait(
      place: FulfillmentPlace(site: created, thread: .unknown), started: MonotonicInstant(nanoseconds: 0),
      deadline: MonotonicInstant(nanoseconds: 5_000_000_000))
    #expect(
      ExpectationFinding.late("uploaded", fulfillment(5_250_000_000, line: 8), past).text == """
        "uploaded" was fulfilled 0.250 s after the 5.000 s limit: Uploader.swift:8, queue "upload"
          a timeout of more than 5.250 s would have been enough
        """)
    #expect(
      ExpectationFinding.late("uploaded", fulfillment(5_250_000_000, line: 8), past, completes: false).text == """
        "uploaded" was fulfilled 0.250 s after the 5.000 s limit: Uploader.swift:8, queue "upload"
        """)
  }

  /// A wait that ended when it began has blocked nothing.
  @Test func late_afterAWaitThatNeverSlept_doesNotBlameTheWait() {
    let (line, host) = recording {
      let line = #line + 2
      let saved = Expectations.Expectation("saved")
      _ = blocking { saved.wait(timeout: .zero) }
      saved.fulfill()
      return line
    }
    #expect(host.problems.map { Int($0.site.line) } == [line, line])
    #expect(
      SteadyText.of(host.problems.last?.text ?? "", keeping: "a timeout of more than ") == """
        "saved" was fulfilled # after the 0.000 s limit: FindingTextTests.swift:\(line + 1), concurrency pool
          a timeout of more than # would have been enough, unless the test let it happen after the wait
        """)
  }

  /// A fulfillment right after the wait gave up was most likely blocked by the wait.
  @Test func late_atOnce_advisesNoLongerTimeout() {
    func text(
      _ thread: ThreadLabel, _ time: Nanoseconds, _ afterFailure: Nanoseconds? = nil, testGoesOn: Bool = false
    ) -> [Substring] {
      let past = EndedWait(
        place: FulfillmentPlace(site: created, thread: thread), started: MonotonicInstant(nanoseconds: 0),
        deadline: MonotonicInstant(nanoseconds: 300_000_000))
      return ExpectationFinding.late(
        "uploaded", fulfillment(time, line: 8), past, afterFailure: afterFailure, testGoesOn: testGoesOn
      ).text.split(separator: "\n")
    }
    #expect(
      text(.background, 305_000_000) == [
        "\"uploaded\" was fulfilled 0.005 s after the 0.300 s limit: Uploader.swift:8, queue \"upload\"",
        "  as soon as the wait gave up: until then, did the test hold a lock, a queue or an actor that the work needed?",
      ])
    #expect(
      text(.unknown, 305_000_000)[1]
        == "  a timeout of more than 0.305 s would have been enough, unless the test let it happen after the wait")
    let longerTimeout = "  a timeout of more than 0.401 s would have been enough"
    #expect(text(.background, 401_000_000)[1] == longerTimeout)
    // The text of the failure took its time.
    #expect(text(.background, 401_000_000, 5_000_000)[1].hasPrefix("  as soon as the wait gave up"))
    #expect(text(.background, 401_000_000, 101_000_000)[1] == longerTimeout)
    #expect(text(.background, 401_000_000, -5_000_000)[1] == longerTimeout)
    // A test that goes on after the failure may have let it happen.
    #expect(
      text(.background, 401_000_000, 101_000_000, testGoesOn: true)[1]
        == longerTimeout + ", unless the test let it happen after the wait")
    #expect(text(.background, 401_000_000, -5_000_000, testGoesOn: true)[1] == longerTimeout)
  }

  @Test func seconds_areAsExactAsUseful() {
    #expect(DurationText.exact(12_000_000) == "0.012 s")
    #expect(DurationText.exact(999_600_000) == "1.000 s")
    #expect(DurationText.exact(12_345_000_000) == "12.35 s")
    #expect(DurationText.exact(-1_500_000_000) == "-1.500 s")
    #expect(DurationText.exact(Int64.max) == "9223372036.85 s")
    #expect(DurationText.exact(Int64.min) == "-9223372036.85 s")
    #expect(DurationText.short(.seconds(5)) == "5.00 s")
    #expect(DurationText.short(.milliseconds(100)) == "0.10 s")
    #expect(DurationText.short(.milliseconds(99)) == "0.099 s")
  }
}
