import Dispatch
import Foundation
import TestSupport
import Testing

import class Expectations.Expectation

@testable import Expectations

/// The answers of probes. Tests that block a queue run in a process of their own.
@Suite(.ownThreads) struct ProbeTests {
  private static func timeOut(_ timeout: Duration = .milliseconds(300)) async -> WaitReport {
    await recording { await outcome(of: Expectation("never"), timeout: timeout) }.result
  }

  /// Ends the process if a check fails, with an exit code that identifies the check.
  private static func exitUnless(_ isTrue: Bool, _ number: Int32, _ report: WaitReport) {
    guard !isTrue else { return }
    StandardError.print("check \(number) failed:\n\(report)\n\(report.probes)")
    exit(number)
  }

  private static func answer(_ target: WaitReport.Probe.Target, in report: WaitReport) -> Duration? {
    report.probes.first { $0.target == target }?.answer
  }

  @Test func everythingAnswers_whenNothingIsBlocked() async {
    await #expect(processExitsWith: .success) {
      let report = await Self.timeOut()
      Self.exitUnless(report.probes.map(\.target) == WaitReport.Probe.Target.allCases, 2, report)
      Self.exitUnless(report.probes.allSatisfy { $0.answer != nil && $0.time >= .milliseconds(30) }, 3, report)
      // On a busy computer, an answer may take too long to prove anything.
      let isProven = report.probes.allSatisfy { $0.answer ?? .zero < .milliseconds(100) } && report.uncounted == .zero
      let innocence = """
          the main queue, the global queue and the concurrency pool answered when probed. Not seen is an error that \
        ended a task, a lock, an actor, another queue or run loop
        """
      let isSaid = report.description.components(separatedBy: "\n").contains(innocence)
      Self.exitUnless(isSaid || !isProven || report.delay >= .milliseconds(50), 5, report)
      Self.exitUnless(Probes.pending.count == 0, 6, report)
    }
  }

  @Test(.realTime) func blockedMainQueue_doesNotAnswer() async {
    await #expect(processExitsWith: .success) {
      StallLimit.set(.zero)
      let done = DispatchSemaphore(value: 0)
      DispatchQueue.main.async { done.wait() }
      let report = await Self.timeOut(.milliseconds(300))
      Self.exitUnless(Self.answer(.mainQueue, in: report) == nil, 2, report)
      // With one processor, the thread that runs the main queue is the only thread of the pool.
      Self.exitUnless(Blockage.poolSize == 1 || Self.answer(.concurrencyPool, in: report) != nil, 3, report)
      done.signal()
    }
  }

  /// If the process may not use all processors of the computer, Dispatch adds threads to the pool until there are so
  /// many.
  private static var mostPoolThreads: Int { ProcessInfo.processInfo.activeProcessorCount }

  @Test(.realTime) func starvedPool_doesNotAnswer_andItsBlockingWaitsAreCounted() async throws {
    let line = #line + 1
    let end = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
      StallLimit.set(.zero)
      let observed = Expectation("observed")
      let blocked = (0..<Self.mostPoolThreads).map { _ in
        Task(priority: .medium) { blocking { recording { outcome(of: observed, timeout: .seconds(60)) }.result } }
      }
      // On a thread of its own, because this wait must not hold a thread of the pool.
      let report = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          while Blockage.pool.value < blocked.count { usleep(100) }
          let report = recording { outcome(of: Expectation("never"), timeout: .milliseconds(300)) }.result
          observed.fulfill()
          continuation.resume(returning: report)
        }
      }
      Self.exitUnless(Self.answer(.concurrencyPool, in: report) == nil, 2, report)
      Self.exitUnless(report.blockedPoolThreads == blocked.count, 3, report)
      for task in blocked {
        let own = await task.value
        Self.exitUnless(own.waitedOn == "concurrency pool", 4, own)
      }
      Self.exitUnless(Blockage.pool.value == 0 && Probes.pending.count == 0, 5, report)
      ChildProcess.report(SteadyText.of(report.description, keeping: "main queue: ").components(separatedBy: "\n"))
    }
    let reported = try ChildProcess.reported(end)
    #expect(
      reported.prefix(2) == [
        "Timed out after 0.30 s waiting for \"never\"", "  ✘ \"never\"  0 of 1   created at ProbeTests.swift:\(line)",
      ])
    // When the others answered depends on the computer.
    let count = Self.mostPoolThreads
    let silence = "NO ANSWER for # (\(count) thread\(count == 1 ? "" : "s"), \(count) blocked in waits like this)"
    #expect(reported.dropFirst(2).map { $0.components(separatedBy: " · concurrency pool: ").last } == [silence])
  }

  @Test func shortWaits_askNothing() async {
    #expect(await Self.timeOut(.milliseconds(10)).probes == [])
  }

  @Test func quietWaits_askAsOthersDo() async {
    let quiet = await recording { await outcome(of: Expectation("no", count: 0), timeout: .milliseconds(40)) }.result
    #expect(quiet.outcome == .completed && quiet.probes.count == WaitReport.Probe.Target.allCases.count)
  }

  /// A quiet window may end before the first probe is due.
  @Test func waitForAQuietWindow_sendsNoProbesYet() async {
    await #expect(processExitsWith: .success) {
      let (saved, failed) = (Expectation("saved"), Expectation("failed", count: 0))
      let request = WaitRequest(
        [saved, failed], failures: .none, timeouts: Timeouts(.seconds(4), quietScale: 0.0125),
        site: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { saved.fulfill() }
      let report = await Wait.suspend(request).takeReport()
      Self.exitUnless(report.outcome == .completed, 2, report)
      Self.exitUnless(Probes.pending.count == 0, 3, report)
    }
  }

  @Test func afterTheLookAtAQuietWindow_itIsAskedInTime() async {
    await #expect(processExitsWith: .success) {
      let (saved, failed) = (Expectation("saved"), Expectation("failed", count: 0))
      let request = WaitRequest(
        [saved, failed], failures: .none, timeouts: Timeouts(.milliseconds(400), quietScale: 0.0125),
        site: CallSite(fileID: #fileID, filePath: #filePath, line: #line, column: #column))
      let report = await Wait.suspend(request).takeReport()
      Self.exitUnless(report.outcome == .timedOut, 2, report)
      Self.exitUnless(report.probes.allSatisfy { $0.time >= .milliseconds(40) } && !report.probes.isEmpty, 3, report)
      Self.exitUnless(Probes.pending.count == 0, 4, report)
    }
  }

  @Test func manyWaits_leaveNothingBehind() async {
    await #expect(processExitsWith: .success) {
      await withTaskGroup(of: Void.self) { group in
        for number in 0..<1000 {
          group.addTask {
            let report = await Self.timeOut(.milliseconds(20 + number % 50))
            Self.exitUnless(report.outcome == .timedOut, 2, report)
          }
        }
      }
      Self.exitUnless(Probes.pending.count == 0, 3, await Self.timeOut(.zero))
    }
  }
}
