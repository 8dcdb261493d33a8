import Foundation
import Testing

import class Expectations.Expectation

@testable import Expectations

/// When a wait throws the error of its expectation, the error alone does not tell the test where it came from.
@Suite struct ThrownErrorTests {
  private struct Refused: Error {}

  @Test func wait_thatThrowsWhatWasDelivered_leavesANote() async throws {
    let line = #line + 4
    let (_, host) = await recording {
      let loaded = Expectation("loaded", of: Int.self)
      loaded.fulfill(throwing: Refused())
      await #expect(throws: Refused.self) { try await loaded.wait() }
    }
    #expect(host.problems == [])
    #expect(
      host.thrown.map { SteadyText.of($0.text) } == [
        """
        ThrownErrorTests.swift:\(line): note: thrown by this wait: "loaded" failed: Refused()
          ✘ "loaded"  1 of 1   before the wait (error)  ThrownErrorTests.swift:\(line - 1), concurrency pool, created \
        at ThrownErrorTests.swift:\(line - 2)
        """
      ])
  }

  @Test func recorder_thatThrowsWhatWasRecorded_leavesANote() async throws {
    let line = #line + 5
    let (_, host) = await recording {
      let lines = Recorder<String>("lines")
      lines.record("200 OK")
      lines.record(throwing: Refused())
      await #expect(throws: Refused.self) { try await lines.expectNext("200 OK", "end") }
      lines.dismiss()
    }
    #expect(host.problems == [])
    #expect(
      host.thrown.map { SteadyText.of($0.text) } == [
        """
        ThrownErrorTests.swift:\(line): note: thrown by this wait: "lines" failed after 1 of 2 events: Refused()
          1: "200 OK"
          expected:
          1: "200 OK"
          2: "end"
          created at ThrownErrorTests.swift:\(line - 3)
        """
      ])
  }

  @Test func wait_thatRecordsTheErrorItself_leavesNone() async {
    let line = #line
    let (_, host) = await recording {
      let saved = Expectation("saved")
      saved.fulfill(throwing: Refused())
      #expect(await !saved.wait())
    }
    #expect(
      host.records == [
        """
        ThrownErrorTests.swift:\(line + 4): failure: "saved" failed: Refused()
          ✘ "saved"  1 of 1   before the wait (error)  ThrownErrorTests.swift:\(line + 3), concurrency pool, created \
        at ThrownErrorTests.swift:\(line + 2)
        """
      ])
    #expect(host.thrown.isEmpty)
  }
}
