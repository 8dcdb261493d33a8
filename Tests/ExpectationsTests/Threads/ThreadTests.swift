import Dispatch
import Foundation
import TestSupport
import XCTest

@testable import Expectations

#if canImport(Glibc)
  import Glibc
#endif

/// Waits on other threads.
final class ThreadTests: XCTestCase {
  /// Runs `body` on a thread of its own, and waits for its result.
  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) throws -> Result {
    let done = Expectation("thread done", of: Result.self)
    Thread { done.fulfill(body()) }.start()
    return try done.wait(timeout: .seconds(30))
  }

  // MARK: Nothing is left behind

  func testWaitWithoutADeadline_thatIsChecked_leavesNoDeadlineBehind() async {
    let done = Expectation("done")
    async let isDone = done.wait(timeout: .seconds(Int64.max))
    // Until the first check of the wait, which the timer keeps as its deadline, is over.
    let giveUp = ContinuousClock.now + .seconds(30)
    while Probes.pending.count == 0 || DeadlineTimer.shared.liveCount > 0, ContinuousClock.now < giveUp {
      try? await Task.sleep(for: .milliseconds(5))
    }
    XCTAssertEqual(Probes.pending.count, 1)
    XCTAssertEqual(DeadlineTimer.shared.liveCount, 0)
    XCTAssertEqual(Engine.withLock { $0.machine.waits.count }, 1)
    done.fulfill()
    let completed = await isDone
    XCTAssertTrue(completed)
  }

  func testManyWaitsThatEndSoon_leaveFewDeadlinesToTheTimer() {
    for _ in 0..<2000 {
      let done = Expectation("done")
      DispatchQueue.global().async { done.fulfill() }
      done.wait(timeout: .seconds(600))
    }
    XCTAssertLessThan(DeadlineTimer.shared.count, 200)
  }

  #if os(Linux)
    func testThousandWaitsAtOnce_holdNoThreads() async {
      let done = Expectation("done")
      let before = ProcessUse.threads
      let begun = Expectation("begun", count: 1000)
      async let completed = withTaskGroup(of: Bool.self) { group in
        for _ in 0..<1000 {
          group.addTask {
            begun.fulfill()
            return await done.wait(timeout: .seconds(30))
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      await begun.wait(timeout: .seconds(30))
      XCTAssertLessThanOrEqual(ProcessUse.threads, before + 3)
      done.fulfill()
      let count = await completed
      XCTAssertEqual(count, 1000)
    }

    func testSignals_doNotEndAWaitEarly_norMakeItLate() throws {
      var ignore = sigaction()
      ignore.__sigaction_handler.sa_handler = { _ in }
      var old = sigaction()
      sigaction(SIGUSR1, &ignore, &old)
      defer { sigaction(SIGUSR1, &old, nil) }
      let isOver = Locked(false)
      Thread {
        while !isOver.withLock({ $0 }) {
          kill(getpid(), SIGUSR1)
          usleep(500)
        }
      }.start()
      let onMain = outcome(of: Expectation("never"), timeout: .milliseconds(100))
      let onThread = try onThread { Expectations.outcome(of: Expectation("never"), timeout: .milliseconds(100)) }
      isOver.withLock { $0 = true }
      for report in [onMain, onThread] {
        XCTAssertEqual(report.outcome, .timedOut)
        // If each signal restarted the wait, it would never end.
        XCTAssertGreaterThanOrEqual(report.elapsed, .milliseconds(100))
      }
    }
  #endif

  /// The verdict comes on time, however late the pool resumes the task.
  func testDeadline_inRealTime_isKept_whileThePoolIsBlocked() async throws {
    StallLimit.set(.zero)
    defer { StallLimit.set(.nanoseconds(FairClock.usualStallLimit)) }
    let line = #line + 1
    let (never, ended) = (Expectation("never"), Expectation("ended", of: WaitReport.self))
    // All tasks have one priority, which nothing raises: for another priority, a thread may be free.
    Task.detached(priority: .medium) {
      ended.fulfill(await Expectations.outcome(of: never, timeout: .milliseconds(300)))
    }
    while never.begunWait == nil { await Task.yield() }
    let release = DispatchSemaphore(value: 0)
    let blockers = ProcessInfo.processInfo.activeProcessorCount + 2
    for _ in 0..<blockers { Task.detached(priority: .medium) { blocking { release.wait() } } }
    Thread.detachNewThread {
      while let wait = never.begunWait, wait.verdict == nil { usleep(1_000) }
      // The pool stays blocked for long enough that the text mentions it.
      usleep(300_000)
      for _ in 0..<blockers { release.signal() }
    }
    let report = try await ended.wait(timeout: .seconds(30))
    XCTAssertEqual(
      SteadyText.of(report.description, keeping: "resumed "),
      """
      Timed out after 0.30 s waiting for "never"
        ✘ "never"  0 of 1   created at ThreadTests.swift:\(line)
        resumed # later: concurrency pool busy
      """)
  }
}

/// Deadlines of waits while all threads are blocked, and what waits use of the processor and the memory.
final class ThreadRealTimeTests: XCTestCase {

  /// The processor time of three waits at once.
  private func useOfIdleWaits(_ timeout: Duration) throws -> Duration {
    let (onThread, suspended) = (
      Expectation("thread done", of: WaitReport.self), Expectation("task done", of: WaitReport.self)
    )
    let start = ProcessUse.cpuTime
    Thread { onThread.fulfill(Expectations.outcome(of: Expectation("never"), timeout: timeout)) }.start()
    Task.detached { suspended.fulfill(await Expectations.outcome(of: Expectation("never"), timeout: timeout)) }
    let onMain = outcome(of: Expectation("never"), timeout: timeout)
    let reports = try values(of: onThread, suspended, timeout: .seconds(5))
    XCTAssertEqual([onMain, reports.0, reports.1].map(\.outcome), [.timedOut, .timedOut, .timedOut])
    return ProcessUse.cpuTime - start
  }

  // MARK: Nothing is left behind

  #if os(Linux)
    func testManyWaits_leaveNothingBehind() async throws {
      func once() async {
        for _ in 0..<ProofSize.of(small: 2_000, full: 10_000) {
          let done = Expectation("done")
          done.fulfill()
          await done.wait()
        }
        for _ in 0..<ProofSize.of(small: 200, full: 1000) {
          _ = await outcome(of: Expectation("never"), timeout: .nanoseconds(1))
          let task = Task { await Expectations.outcome(of: Expectation("never"), timeout: .seconds(60)).outcome }
          task.cancel()
          let outcome = await task.value
          XCTAssertEqual(outcome, .cancelled)
        }
      }
      await once()
      func places() -> Int { Engine.withLock { $0.machine.expectations.count } }
      let before = (ProcessUse.threads, ProcessUse.descriptors, ProcessUse.memory, places())
      for _ in 0..<5 { await once() }
      XCTAssertLessThanOrEqual(ProcessUse.threads, before.0 + 2)
      XCTAssertLessThanOrEqual(ProcessUse.descriptors, before.1 + 2)
      if !Sanitizer.isActive { XCTAssertLessThan(ProcessUse.memory, before.2 + 8 << 20) }
      // The deadlines of canceled waits are removed when there are many.
      XCTAssertLessThan(DeadlineTimer.shared.count, 200)
      XCTAssertEqual(Engine.withLock { $0.machine.waits.count }, 0)
      XCTAssertLessThanOrEqual(places(), before.3)
      XCTAssertEqual(Probes.pending.count, 0)
    }
  #endif
}
