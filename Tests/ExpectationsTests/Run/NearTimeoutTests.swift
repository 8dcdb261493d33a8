import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// Waits that nearly timed out.
@Suite struct NearTimeoutTests {
  private static func nearTimeout(_ name: String, line: UInt, used: Int64, count: Int = 1) -> NearTimeouts.NearTimeout {
    let site = CallSite(fileID: "AppTests/UploadTests.swift", filePath: "", line: line, column: 1)
    return NearTimeouts.NearTimeout(
      description: "\"\(name)\"", site: site, test: count > 1 ? "UploadTests.testUpload" : nil,
      used: used * 1_000_000, allowed: 5_000_000_000, count: count)
  }

  @Test(
    arguments: [
      (4_000, false), (4_001, true), (5_000, true), (0, false),
    ] as [(Int64, Bool)])
  func nearTimeout_isMoreThanFourFifths(used: Int64, isNearTimeout: Bool) {
    #expect(NearTimeouts.isNearTimeout(used: used * 1_000_000, allowed: 5_000_000_000) == isNearTimeout)
    #expect(!NearTimeouts.isNearTimeout(used: used, allowed: .max))
  }

  @Test func text_hasTheLargestShareFirst() {
    #expect(
      NearTimeouts.text(of: [
        Self.nearTimeout("saved", line: 7, used: 4_100), Self.nearTimeout("uploaded", line: 40, used: 4_900, count: 3),
      ]) == """
        Expectations: 2 waits used more than 80 % of the time allowed, and may be the next to fail
          4.90 s of 5.00 s (98 %)  "uploaded"  UploadTests.swift:40, in test UploadTests.testUpload, 3 times
          4.10 s of 5.00 s (82 %)  "saved"  UploadTests.swift:7
        """)
  }

  @Test func text_withoutWaits_isNil() {
    #expect(NearTimeouts.text(of: []) == nil)
  }

  @Test(.ownThreads) func atTheEndOfTheRun_theyAreListedOnce() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("EXPECTATIONS_REPORT", "/dev/null", 1)
      // The share of its time that a real wait uses depends on the load of the computer.
      for _ in 0..<2 {
        WaitLog.note(
          WaitLog.Note(
            kind: .all, description: "\"saved\"", outcome: WaitReport.Outcome.completed.name, used: 1_000_000_000,
            allowed: 1_200_000_000,
            site: CallSite(fileID: #fileID, filePath: #filePath, line: 7, column: 1), host: TestHosts.current))
      }
      let no = Expectation("must not happen", count: 0)
      await no.wait(timeout: .milliseconds(50))
      exit(EXIT_SUCCESS)
    }
    let errors = try ChildProcess.errors(end)
    #expect(
      errors.prefix(2) == [
        "Expectations: 1 wait used more than 80 % of the time allowed, and may be the next to fail",
        "  1.00 s of 1.20 s (83 %)  \"saved\"  NearTimeoutTests.swift:7, 2 times",
      ])
    // On a busy computer, the window takes longer, and the end of the run prints that, too.
    #expect(!errors.dropFirst(2).contains { $0.contains("\"saved\"") || $0.contains(" used more than ") })
  }

  @Test(.realTime, .ownThreads) func atTheEndOfARun_withoutAny_nothingIsSaid() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      setenv("EXPECTATIONS_REPORT", "/dev/null", 1)
      let saved = Expectation("saved")
      DispatchQueue.global().async { saved.fulfill() }
      await saved.wait(timeout: .seconds(60))
      _ = await recording { await outcome(of: Expectation("never"), timeout: .milliseconds(5)) }
      exit(EXIT_SUCCESS)
    }
    let errors = try ChildProcess.errors(end)
    #expect(errors == [])
  }
}
