import Foundation
import TestSupport
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
    let site = CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column)
    (report.findings, report.lateness) = (findings, lateness)
    report.noteCauses(at: site, on: .suspended)
    return report.text
  }

  private static let findings = WaitFindings(
    probes: [SampleReport.probe(.mainQueue, answer: nil, silence: .seconds(1))])

  @Test func whatCouldNotRun_isSaid_andThatItWentOnLate() {
    #expect(
      text(.timedOut(heldLast: false), Self.findings, lateness: .milliseconds(2700)) == """
        Timed out after 1.00 s: "saved" did not come true
          tried 2 times
          main queue: NO ANSWER for 1.00 s
          resumed 2.70 s later: concurrency pool busy
        """)
  }

  @Test func whatIsNotAboutTime_hasNoSuchCauses() {
    #expect(
      text(.broken, Self.findings, lateness: .seconds(1)) == """
        "saved" must not come true, but did after 1.000 s of 1.000 s
          tried 2 times
        """)
    #expect(
      text(.timedOut(heldLast: false), nil) == """
        Timed out after 1.00 s: "saved" did not come true
          tried 2 times
        """)
  }

  /// The code under test sleeps on a clock that the test has moved too early.
  @Test func timeouts_nameTheManualClocksOfTheTest() async {
    let line = #line + 5
    let (_, host) = await recording {
      let clock = ManualClock()
      await clock.advance(by: .seconds(1))
      let saving = Task { try await clock.sleep(for: .seconds(30)) }
      await clock.sleepers(atLeast: 1)
      try? await eventually("saved", timeout: .zero) { false }
      try? await eventually("moved", timeout: .zero, clock: clock) { false }
      await never("failed", for: .zero) { true }
      try? await within(.zero) { try await Task.sleep(for: .seconds(60)) }
      saving.cancel()
    }
    let remark = "  a manual clock of this test is at 1.000 s; 1 sleeper: a task, due in 30.00 s"
    #expect(
      host.records == [
        """
        ConditionCauseTests.swift:\(line + 1): failure: Timed out after 0 s: "saved" did not come true
          tried once, the last value was false
        \(remark)
        """,
        """
        ConditionCauseTests.swift:\(line + 2): failure: Timed out after 0 s on its clock: "moved" did not come true
          tried once, the last value was false
        """,
        """
        ConditionCauseTests.swift:\(line + 3): failure: "failed" must not come true, but did after # of 0.000 s
          tried once, the last value was true
        """,
        """
        ConditionCauseTests.swift:\(line + 4): failure: Timed out after 0 s: "the body" has not ended
          "the body" was cancelled, and has ended
        \(remark)
        """,
      ])
  }

  /// The condition has returned. The busy pool delays its next evaluation.
  @Test(.realTime, .ownThreads) func conditionThatHasReturned_isNotStillRunning() async throws {
    let line = #line + 1
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      StallLimit.set(.zero)
      let evaluations = Locked(0)
      let (_, host) = await recording {
        try? await eventually("saved", timeout: .milliseconds(100), pollingInterval: .milliseconds(40)) {
          let isFirst = evaluations.withLock { evaluations in
            evaluations += 1
            return evaluations == 1
          }
          guard isFirst else { return false }
          for _ in 0..<2 * Blockage.poolSize { Task.detached(priority: .medium) { usleep(400_000) } }
          return false
        }
      }
      ChildProcess.report(
        host.recordsWithoutTries
          + host.failures.map { SteadyText.of($0.text, keeping: "main queue: ", "resumed ") })
    }
    let reported = try ChildProcess.reported(end)
    try #require(reported.count == 2, "\(reported)")
    #expect(
      reported[0] == """
        ConditionCauseTests.swift:\(line): failure: Timed out after 0.10 s: "saved" did not come true
          tried #, the last value was false
        """)
    // What answered in time depends on the computer.
    let causes = reported[1].split(separator: "\n").dropFirst(2)
    #expect(
      causes.count { $0.wholeMatch(of: /\ \ main queue: .+ · global queue: .+ · concurrency pool: .+/) != nil } == 1)
    #expect(causes.last == "  resumed # later: concurrency pool busy")
  }

  @Test(.realTime, .ownThreads) func queueThatIsBlocked_isNamed() async throws {
    let line = #line + 1
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      StallLimit.set(.zero)
      DispatchQueue.main.async { DispatchSemaphore(value: 0).wait() }
      let (_, host) = await recording {
        try? await eventually("saved", timeout: .milliseconds(400)) { false }
      }
      ChildProcess.report(
        host.recordsWithoutTries + host.failures.map { SteadyText.of($0.text, keeping: "main queue: ") })
    }
    let reported = try ChildProcess.reported(end)
    try #require(reported.count == 2, "\(reported)")
    #expect(
      reported[0] == """
        ConditionCauseTests.swift:\(line): failure: Timed out after 0.40 s: "saved" did not come true
          tried #, the last value was false
        """)
    // What the others answered depends on the computer.
    let causes = reported[1].split(separator: "\n").dropFirst(2)
    let answers = /\ \ main queue: NO ANSWER for # · global queue: .+ · concurrency pool: .+/
    #expect(causes.first?.wholeMatch(of: answers) != nil, "\(causes)")
  }
}
