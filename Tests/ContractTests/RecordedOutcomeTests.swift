import Testing

@testable import Expectations

/// `report(of:)` records nothing until the test calls `record()` on its report.
@Suite struct RecordedOutcomeTests {
  @Test func timedOut_isRecordedOnce_asTheWaitWouldHave() async {
    let (report, host) = await recording {
      await Expectations.report(of: [Expectation("never")], timeout: .milliseconds(5))
    }
    #expect(host.problems == [])
    #expect(!report.record() && !report.record())
    #expect(host.failures.map(\.line) == [1])
    #expect(host.failures.map(\.text) == ["failure: \(report.description)"])
  }

  @Test func error_andExtra_areRecordedWhereTheWaitWouldHave() async {
    let (_, host) = await recording {
      let (failed, once) = (Expectation("failed", of: Int.self), Expectation("once"))
      failed.fulfill(throwing: CancellationError())
      let first = await report(of: [failed])
      once.fulfill()
      once.fulfill()
      let second = await report(of: [once])
      first.record()
      second.record()
    }
    host.expect(
      .failure(3, #""failed" failed: CancellationError()"#),
      .failure(5, #""once" was fulfilled once too often: \#(host.place(5)), concurrency pool"#))
  }

  @Test func whatAReportFound_isRecordedByALaterWait_andOnce() async {
    let (_, host) = await recording {
      let (failed, once) = (Expectation("failed"), Expectation("once", of: Int.self))
      failed.fulfill(throwing: CancellationError())
      once.fulfill(1)
      once.fulfill(2)
      let reports = [await report(of: [failed]), await report(of: [once]), await report(of: [once])]
      #expect(reports.map(\.outcome) == [.threw, .overFulfilled, .overFulfilled])
      await failed.wait()
      await #expect(throws: RecordingHost.Stop.self) { try await once.wait() }
      for report in reports { report.record() }
    }
    host.expect(
      .failure(7, #""failed" failed: CancellationError()"#),
      .failure(4, #""once" was fulfilled once too often: \#(host.place(4)), concurrency pool"#))
  }

  @Test func success_andCancelled_recordNothing() async {
    let reports = await expectNoProblems {
      let done = Expectation("done")
      done.fulfill()
      let success = await report(of: [done])
      let task = Task { await report(of: [Expectation("never")], timeout: .seconds(60)) }
      task.cancel()
      return [success, await task.value]
    }
    #expect(reports.map { $0.record() } == [true, false])
  }

  @Test func entries_standInTheOrderOfTheList_alsoOfOneThatIsGivenTwice() async {
    let (report, _) = await recording {
      let (one, two) = (Expectation("one"), Expectation("two"))
      two.fulfill()
      return await Expectations.report(of: [one, two, one], timeout: .zero)
    }
    #expect(report.expectations.map(\.description) == ["one", "two", "one"])
    #expect(report.expectations.map(\.isComplete) == [false, true, false])
    #expect(report.expectations.map(\.isRepeated) == [false, false, true])
    #expect(report.description.hasPrefix("Timed out after 0 s waiting for \"one\": 1 of 2 expectations complete\n"))
  }
}
