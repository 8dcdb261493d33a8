import Dispatch
import Foundation
import TestSupport
import XCTest

@testable import Expectations

final class ThreadTests: XCTestCase {
  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) throws -> Result {
    let done = Expectation("thread done", of: Result.self)
    Thread { done.fulfill(body()) }.start()
    return try done.wait(timeout: .seconds(30))
  }

  /// A timer in another mode fires only in a wait that runs the loop in this mode.
  func testWait_onAThread_inAnotherMode_servicesIt() throws {
    let mode = RunLoop.Mode("expectations.test")
    for isSet in [true, false] {
      let report = try onThread {
        let done = Expectation("done")
        RunLoop.current.add(Timer(timeInterval: 0.001, repeats: false) { _ in done.fulfill() }, forMode: mode)
        // The loop has something to service in the usual mode, too.
        RunLoop.current.add(Timer(timeInterval: 60, repeats: false) { _ in }, forMode: .default)
        return ExpectationDefaults.$runLoopMode.withValue(isSet ? mode : .default) {
          Expectations.report(of: [done], timeout: isSet ? .seconds(30) : .milliseconds(100))
        }
      }
      XCTAssertEqual(report.outcome, isSet ? .completed : .timedOut)
    }
  }

  func testWait_onAThread_inAnotherMode_endsWithAFulfillmentFromOutside() throws {
    let mode = RunLoop.Mode("expectations.test")
    let report = try onThread {
      let done = Expectation("done")
      RunLoop.current.add(Timer(timeInterval: 60, repeats: false) { _ in }, forMode: mode)
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { done.fulfill() }
      return ExpectationDefaults.$runLoopMode.withValue(mode) {
        Expectations.report(of: [done], timeout: .seconds(20))
      }
    }
    XCTAssertEqual(report.outcome, .completed)
  }

  func testWait_onAThread_whoseSourcesRunOut_goesOnWaiting() throws {
    let report = try onThread {
      let done = Expectation("done")
      let timer = Timer(timeInterval: 0.001, repeats: false) { _ in
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.01) { done.fulfill() }
      }
      RunLoop.current.add(timer, forMode: .default)
      return Expectations.report(of: [done], timeout: .seconds(5))
    }
    XCTAssertEqual(report.outcome, .completed)
  }

  /// The wait checks the run loop after it has begun, so a fulfillment by a callback that is due counts for the wait.
  func testWait_onAThread_whoseRunLoopHasSomethingDue_servicesItInTheWait() throws {
    let (report, line) = try onThread {
      let done = Expectation("done")
      RunLoop.current.add(Timer(timeInterval: 0, repeats: false) { _ in done.fulfill() }, forMode: .default)
      let line = #line - 1
      return (Expectations.report(of: [done], timeout: .seconds(5)), line)
    }
    XCTAssertEqual(report.outcome, .completed)
    XCTAssertEqual(report.expectations[0].fulfillments.map(\.callSite?.line), [line])
    XCTAssertEqual(report.expectations[0].fulfillments.map { $0.time >= .zero }, [true], "\(report)")
  }

  /// A wait in such a callback is inside the other wait, and ends with the time of that one.
  func testWait_inACallbackThatIsDue_isInterruptedWithTheWaitAroundIt() throws {
    let (inner, outer) = try onThread {
      let inner = Locked<WaitReport?>(nil)
      let timer = Timer(timeInterval: 0, repeats: false) { _ in
        let report = Expectations.report(of: [Expectation("inner")], timeout: .seconds(10))
        inner.withLock { $0 = report }
      }
      RunLoop.current.add(timer, forMode: .default)
      let outer = Expectations.report(of: [Expectation("outer")], timeout: .milliseconds(20))
      return (inner.withLock { $0 }, outer)
    }
    XCTAssertEqual(inner?.outcome, .interrupted)
    XCTAssertEqual(outer.outcome, .timedOut)
  }

  func testFulfillments_fromManyThreads_areCountedExactly() {
    let count = ProofSize.of(small: 20_000, full: 1_000_000)
    let many = Expectation("many", count: count)
    DispatchQueue.global().async {
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for _ in 0..<count / 8 { many.fulfill() }
      }
    }
    XCTAssertTrue(wait(for: [many], timeout: .seconds(120)))
    XCTAssertEqual(many.fulfillmentCount, count)
    ProofSize.print("fulfillments from 8 threads, \(ProofSize.name): \(count)")
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
      let onMain = report(of: [Expectation("never")], timeout: .milliseconds(100))
      let onThread = try onThread { Expectations.report(of: [Expectation("never")], timeout: .milliseconds(100)) }
      isOver.withLock { $0 = true }
      for report in [onMain, onThread] {
        XCTAssertEqual(report.outcome, .timedOut)
        // If each signal restarted the wait, it would never end.
        XCTAssertGreaterThanOrEqual(report.elapsed, .milliseconds(100))
      }
    }
  #endif
}

/// Deadlines of waits while all threads are blocked, and what waits use of the processor and the memory.
final class ThreadRealTimeTests: XCTestCase {
  func testIdleWaits_onMain_onAThread_andSuspended_useNoProcessor() throws {
    let timeout = ProofSize.of(small: Duration.milliseconds(500), full: .seconds(2))
    // The first wait of a process does more, and this may be it.
    _ = report(of: [Expectation("never")], timeout: .milliseconds(1))
    // Other work of the process counts, too, and on a busy computer each wake-up costs more, but not each time.
    var leastUse = Duration.seconds(60)
    for _ in 1...3 where leastUse >= .milliseconds(10) { leastUse = min(leastUse, try useOfIdleWaits(timeout)) }
    guard !Sanitizer.isActive else { return }
    // All three together use less than the limit for one.
    XCTAssertLessThan(leastUse, .milliseconds(10))
  }

  private func useOfIdleWaits(_ timeout: Duration) throws -> Duration {
    let (onThread, suspended) = (
      Expectation("thread done", of: WaitReport.self), Expectation("task done", of: WaitReport.self)
    )
    // Explaining a timeout takes processor time, too, and is none of these waits.
    let (never, _) = recording { (0..<3).map { _ in Expectation("never") } }
    let start = ProcessUse.cpuTime
    Thread { onThread.fulfill(Expectations.report(of: [never[0]], timeout: timeout)) }.start()
    Task.detached { suspended.fulfill(await Expectations.report(of: [never[1]], timeout: timeout)) }
    let onMain = report(of: [never[2]], timeout: timeout)
    let reports = try values(of: onThread, suspended, timeout: .seconds(5))
    XCTAssertEqual([onMain, reports.0, reports.1].map(\.outcome), [.timedOut, .timedOut, .timedOut])
    return ProcessUse.cpuTime - start
  }

  func testDeadline_inRealTime_isKept_whileGlobalQueuesAreBlocked() {
    let release = DispatchSemaphore(value: 0)
    // More blocks than the global queues have threads: work that needs a global queue would not end before their
    // release.
    for _ in 0..<100 { DispatchQueue.global().async { release.wait() } }
    let report = StallLimit.off { Expectations.report(of: [Expectation("never")], timeout: .milliseconds(50)) }
    for _ in 0..<100 { release.signal() }
    XCTAssertEqual(report.outcome, .timedOut)
  }

  func testPoolThatIsBusy_usesUpNoTime_howeverLongItTakes() {
    let last = Expectation("last")
    let atWork = ContinuousClock.Instant.now
    let outcome = StallLimit.of(.milliseconds(400)) {
      for _ in 0..<ProcessInfo.processInfo.activeProcessorCount * 150 {
        Task.detached(priority: .medium) {
          let end = ContinuousClock.now + .milliseconds(10)
          while ContinuousClock.now < end {}
          // The pool shows that it runs.
          let done = Expectation("done")
          done.fulfill()
          await done.wait()
        }
      }
      Task.detached(priority: .medium) { last.fulfill() }
      return Expectations.report(of: [last], timeout: .milliseconds(200)).outcome
    }
    XCTAssertEqual(outcome, .completed)
    // Otherwise the pool did not take longer than the limit, and this test has shown nothing.
    XCTAssertGreaterThan(.now - atWork, .seconds(1))
  }

  #if os(Linux)
    func testManyWaits_leaveNothingBehind() async throws {
      func once() async {
        for _ in 0..<ProofSize.of(small: 2_000, full: 10_000) {
          let done = Expectation("done")
          done.fulfill()
          await done.wait()
        }
        for _ in 0..<ProofSize.of(small: 200, full: 1000) {
          _ = await report(of: [Expectation("never")], timeout: .nanoseconds(1))
          let task = Task { await Expectations.report(of: [Expectation("never")], timeout: .seconds(60)).outcome }
          task.cancel()
          let outcome = await task.value
          XCTAssertEqual(outcome, .cancelled)
        }
      }
      await once()
      func places() -> Int { EngineUse.expectations }
      let before = (ProcessUse.threads, ProcessUse.descriptors, ProcessUse.heap, places())
      for _ in 0..<5 { await once() }
      // Dispatch begins and ends threads of its own. One for each timeout would be a thousand.
      XCTAssertLessThanOrEqual(ProcessUse.threads, before.0 + 20)
      XCTAssertLessThanOrEqual(ProcessUse.descriptors, before.1 + 2)
      if !Sanitizer.isActive {
        XCTAssertGreaterThan(before.2, 0, "nothing was counted")
        XCTAssertLessThan(ProcessUse.heap, before.2 + 1 << 20)
      }
      XCTAssertEqual(EngineUse.waits, 0)
      XCTAssertLessThanOrEqual(places(), before.3)
    }
  #endif
}
