// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Foundation
import TestSupport
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

  private static func thrown(_ line: UInt, _ description: String) -> ThrownError {
    let site = CallSite(fileID: "AppTests/LoadTests.swift", filePath: "", line: line, column: 1)
    return ThrownError(error: "Refused()", site: site, description: description)
  }

  private static let list = """
    Expectations: these waits threw an error that was delivered to them; Swift Testing shows it without this line
      LoadTests.swift:40  "lines" failed after 1 of 2 events: Refused()
      LoadTests.swift:79  "loaded" failed: Refused()  (in test LoadTests.load())
    """

  private static func addAll() {
    for _ in 1...2 { ThrownErrors.add(thrown(79, "\"loaded\" failed: Refused()\n  more"), inTest: "LoadTests.load()") }
    ThrownErrors.add(thrown(40, "\"lines\" failed after 1 of 2 events: Refused()"), inTest: nil)
  }

  #if canImport(Glibc)
    @Test(.ownThreads) func runThatFails_listsTheWaitsThatThrew() async throws {
      let end = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        ThrownErrorTests.addAll()
        exit(EXIT_FAILURE)
      }
      #expect(try ChildProcess.errors(end).joined(separator: "\n") == Self.list)
    }

    @Test(.ownThreads) func runThatPasses_listsNone() async throws {
      let end = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        ThrownErrorTests.addAll()
        exit(EXIT_SUCCESS)
      }
      #expect(try ChildProcess.errors(end) == [])
    }
  #endif

  @Test func wait_inAnotherTest_namesBothTests() async throws {
    let line = #line
    let host = RecordingHost(testName: "SlipTests.first()")
    let saved = HostOverride.withHost(host) { Expectation("saved") }
    await HostOverride.withHost(RecordingHost(testName: "SlipTests.second()")) {
      _ = await saved.wait(timeout: .zero)
      _ = try? await values(of: saved, timeout: .zero)
    }
    await HostOverride.withHost(host) { _ = await saved.wait(timeout: .zero) }
    func text(_ number: Int) -> String {
      """
      ThrownErrorTests.swift:\(line + number): failure: Timed out after 0 s waiting for "saved"
        ✘ "saved"  0 of 1   created at ThrownErrorTests.swift:\(line + 2)
        with this timeout, the wait checks once and does not sleep
      """
    }
    let both = "\n  (created in SlipTests.first(), awaited in SlipTests.second())"
    #expect(host.records == [text(4) + both, text(5) + both, text(7)])
  }
}
