import Foundation
import Testing

@testable import Expectations

/// The causes in the failure of a condition that timed out.
@Suite struct ConditionCauseTests {
  private func text(
    _ failure: ConditionFailure, _ findings: WaitFindings?, lateness: Duration = .zero
  ) -> String {
    var report = ConditionReport(
      description: "saved", goal: .eventually, failure: failure, elapsed: .seconds(1), limit: .seconds(1),
      earliest: .zero, stability: .zero, tries: 2)
    report.noteCauses(findings, lateness: lateness, on: .suspended)
    return report.text
  }

  private static let findings = WaitFindings(
    probes: [SampleReport.probe(.mainQueue, answer: nil, silence: .seconds(1))],
    threads: [WaitReport.ThreadGroup(name: "main", activity: "asleep in futex", count: 1)])

  @Test func whatCouldNotRun_isSaid_andThatItWentOnLate() {
    #expect(
      text(.timedOut(heldLast: false), Self.findings, lateness: .milliseconds(2700)) == """
        Timed out after 1.00 s: "saved" did not come true
          tried 2 times
          main queue: NO ANSWER for 1.00 s
          threads: main asleep in futex
          resumed 2.70 s later: concurrency pool busy
        """)
  }

  @Test func whatIsNotAboutTime_hasNoSuchCauses() {
    #expect(!text(.broken, Self.findings, lateness: .seconds(1)).contains("main queue"))
    #expect(text(.timedOut(heldLast: false), nil).hasSuffix("\n  tried 2 times"))
  }

  /// The condition has returned. The busy pool delays its next evaluation.
  @Test(.ownThreads) func conditionThatHasReturned_isNotStillRunning() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      StallLimit.set(.zero)
      let evaluations = Locked(0)
      DispatchQueue(label: "holds").asyncAfter(deadline: .now() + 0.02) {
        for _ in 0..<2 * Blockage.poolSize { Task.detached(priority: .medium) { usleep(2_000_000) } }
      }
      let (_, host) = await recording {
        try? await eventually("saved", timeout: .milliseconds(100), pollingInterval: .milliseconds(40)) {
          evaluations.withLock { $0 += 1 }
          return false
        }
      }
      StandardError.print(host.failures.map(\.text).joined())
    }
    let text = String(decoding: end.standardErrorContent, as: UTF8.self)
    #expect(text.contains("\"saved\" did not come true"), "\(text)")
    #expect(!text.contains("still running"), "\(text)")
    #expect(text.contains(" later: concurrency pool busy"), "\(text)")
    #expect(text.contains("concurrency pool: "), "\(text)")
  }

  @Test(.ownThreads) func queueThatIsBlocked_isNamed_withWhatTheThreadsDo() async throws {
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      StallLimit.set(.zero)
      DispatchQueue.main.async { DispatchSemaphore(value: 0).wait() }
      let (_, host) = await recording {
        try? await eventually("saved", timeout: .milliseconds(400)) { false }
      }
      StandardError.print(host.failures.map(\.text).joined())
    }
    let text = String(decoding: end.standardErrorContent, as: UTF8.self)
    #expect(text.contains("\n  main queue: NO ANSWER for "), "\(text)")
    #if os(Linux)
      #expect(text.contains("\n  threads: "), "\(text)")
    #endif
  }
}
