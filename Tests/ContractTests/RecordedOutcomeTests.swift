import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

/// `report(of:)` records nothing until the test calls `record()` on its report.
@Suite struct RecordedOutcomeTests {
  @Test func timedOut_isRecordedOnce_asTheWaitWouldHave() async throws {
    let (report, host) = await recording {
      await Expectations.report(of: [Expectation("never")], timeout: .milliseconds(5))
    }
    #expect(host.problems == [])
    #expect(!report.record() && !report.record())
    let failure = try #require(host.failures.first)
    #expect(host.failures.count == 1)
    #expect(failure.line == #line - 6)
    #expect(failure.text == "failure: \(report.description)")
  }

  @Test func error_andExtra_areRecordedWhereTheWaitWouldHave() async {
    let line = #line
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
    #expect(
      host.problems == [
        .failure(line + 4, #""failed" failed: CancellationError()"#),
        .failure(
          line + 6, #""once" was fulfilled once too often: RecordedOutcomeTests.swift:\#(line + 6), concurrency pool"#),
      ])
  }

  @Test func success_andCancelled_recordNothing() async {
    let (reports, host) = await recording {
      let done = Expectation("done")
      done.fulfill()
      let success = await report(of: [done])
      let task = Task { await report(of: [Expectation("never")], timeout: .seconds(60)) }
      task.cancel()
      return [success, await task.value]
    }
    #expect(reports.map { $0.record() } == [true, false])
    #expect(host.problems == [])
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
    #expect(
      report.description.hasPrefix("Timed out after 0 s waiting for \"one\": 1 of 2 expectations complete\n"))
  }
}
