// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// The text about stalls at the end of a run.
@Suite(.ownThreads) struct StallLogTests {
  private static func entry(_ queues: QueueSet, _ milliseconds: Int64, _ tests: String...) -> StallLog.Entry {
    StallLog.Entry(
      stall: Stall(
        began: MonotonicInstant(nanoseconds: 0), ended: MonotonicInstant(nanoseconds: milliseconds * 1_000_000),
        queues: queues),
      tests: tests)
  }

  @Test func text_tellsHowOften_howLong_andDuringWhichTests() {
    let entries = [
      Self.entry(.mediumPool, 3_400, "UploadTests.exports()"),
      Self.entry([.highPool, .main], 6_010, "UploadTests.exports()", "CacheTests.evicts()"), Self.entry([], 500),
    ]
    #expect(
      StallText(entries).paragraph(atLeast: 1_000_000_000) == """
        Expectations: for 9.91 s of the run, not everything could run; timeouts do not count that time
          the main queue stalled once, for 6.01 s
            during CacheTests.evicts() (6.01 s), UploadTests.exports() (6.01 s)
          the concurrency pool stalled twice, for 9.41 s in all, the longest 6.01 s
            during UploadTests.exports() (9.41 s), CacheTests.evicts() (6.01 s)
          the process stalled once, for 0.50 s
        """)
  }

  @Test func text_ofLittle_isNone() {
    #expect(StallText([Self.entry(.main, 600), Self.entry(.main, 399)]).paragraph(atLeast: 1_000_000_000) == nil)
    #expect(StallText([]).paragraph(atLeast: 0) == nil)
  }

  @Test func textOfManyTests_namesThoseOfTheMostTime() {
    let entries = (1...10).map { Self.entry(.main, Int64($0) * 1_000, "test\($0)") }
    let text = StallText(entries).paragraph(atLeast: 0)
    #expect(
      text == """
        Expectations: for 55.00 s of the run, not everything could run; timeouts do not count that time
          the main queue stalled 10 times, for 55.00 s in all, the longest 10.00 s
            during test10 (10.00 s), test9 (9.00 s), test8 (8.00 s), test7 (7.00 s), test6 (6.00 s), test5 (5.00 s), \
        test4 (4.00 s), test3 (3.00 s) and 2 more
        """)
  }

  @Test func waitsThatTookLonger_areOneLine_withTheLongest() {
    var summary = ExtendedWaits.Summary()
    #expect(summary.text == nil)
    summary.add(passed: 1_500_000_000, allowed: 1_000_000_000)
    #expect(
      summary.text == """
        Expectations: 1 wait passed after more than the time allowed, because not everything could run; it took \
        1.50 s of 1.00 s. Set EXPECTATIONS_REPORT to a file to list it
        """)
    summary.add(passed: 22_050_000_000, allowed: 200_000_000)
    summary.add(passed: 6_020_000_000, allowed: 1_000_000_000)
    #expect(
      summary.text == """
        Expectations: 3 waits passed after more than the time allowed, because not everything could run; the longest \
        took 22.05 s of 0.20 s. Set EXPECTATIONS_REPORT to a file to list them
        """)
  }

  @Test(.realTime) func aStall_isToldAtTheEndOfTheRun() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("EXPECTATIONS_REPORT", "/dev/null", 1)
      let saved = Expectation("saved")
      DispatchQueue.main.async {
        usleep(1_300_000)  // the stall
        saved.fulfill()
      }
      await saved.wait(timeout: .milliseconds(400))
      exit(EXIT_SUCCESS)
    }
    let errors = try ChildProcess.errors(end).map { SteadyText.of($0) }
    // On a busy computer, other things may not have run either, and the threads in the stall are listed.
    let mainQueue = "  the main queue stalled once, for #"
    #expect(
      errors.filter { $0 == mainQueue || !$0.hasPrefix("  ") } == [
        """
        Expectations: 1 wait passed after more than the time allowed, because not everything could run; it took \
        # of 0.40 s. Set EXPECTATIONS_REPORT to a file to list it
        """,
        "Expectations: for # of the run, not everything could run; timeouts do not count that time",
        mainQueue,
      ])
  }

  @Test(.realTime) func aStall_ofARunThatPasses_isNotPrinted() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let saved = Expectation("saved")
      DispatchQueue.main.async {
        usleep(1_300_000)  // the stall
        saved.fulfill()
      }
      let isSaved = await saved.wait(timeout: .milliseconds(400))
      exit(isSaved ? EXIT_SUCCESS : EXIT_FAILURE)
    }
    let errors = try ChildProcess.errors(end)
    #expect(errors == [])
  }

  /// No wait is active while a test computes on the main thread, and the last beat of an earlier wait has no answer.
  @Test func aStall_whileNothingWaits_isNotPrinted() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let stall = Stall(
        began: MonotonicInstant(nanoseconds: 0), ended: MonotonicInstant(nanoseconds: 9_000_000_000), queues: .main)
      setenv("EXPECTATIONS_REPORT", "/dev/null", 1)
      StallLog.note(stall)
      // Another part of the library prints at the end of the run.
      _ = Diagnosis.isExpectedAtExit
      exit(EXIT_SUCCESS)
    }
    let errors = try ChildProcess.errors(end)
    #expect(errors == [])
  }
}
