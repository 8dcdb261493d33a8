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
    let text = try #require(host.thrown.first?.text)
    #expect(host.thrown.count == 1)
    #expect(text.hasPrefix("ThrownErrorTests.swift:\(line): note: thrown by this wait: \"loaded\" failed: Refused()\n"))
    #expect(text.contains("  ThrownErrorTests.swift:\(line - 1), "), "\(text)")
    #expect(text.components(separatedBy: "Refused").count == 2, "the error is described once")
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
    let text = try #require(host.thrown.first?.text)
    #expect(host.thrown.count == 1)
    #expect(text.hasPrefix("ThrownErrorTests.swift:\(line): note: thrown by this wait: \"lines\" failed"), "\(text)")
    #expect(text.contains("1: \"200 OK\"") && text.contains("created at ThrownErrorTests.swift:\(line - 3)"), "\(text)")
  }

  @Test func wait_thatRecordsTheErrorItself_leavesNone() async {
    let (_, host) = await recording {
      let saved = Expectation("saved")
      saved.fulfill(throwing: Refused())
      #expect(await !saved.wait())
    }
    #expect(host.failures.count == 1)
    #expect(host.thrown.isEmpty)
  }
}
