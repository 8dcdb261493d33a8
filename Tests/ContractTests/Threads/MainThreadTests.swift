// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Dispatch
import Foundation
import TestSupport
import XCTest

@testable import Expectations

/// Waits on the main thread, on which XCTest runs its synchronous tests.
final class MainThreadTests: XCTestCase {

  func testWait_onMain_servicesTheMainQueue_theMainActor_andTheRunLoop() {
    let (queue, actor, timer, perform) = (
      Expectation("main queue"), Expectation("main actor"), Expectation("timer"), Expectation("perform")
    )
    DispatchQueue.main.async { queue.fulfill() }
    Task { @MainActor in actor.fulfill() }
    let scheduled = Timer(timeInterval: 0.001, repeats: false) { _ in timer.fulfill() }
    RunLoop.main.add(scheduled, forMode: .default)
    RunLoop.main.perform { perform.fulfill() }
    XCTAssertTrue(wait(for: [queue, actor, timer, perform], timeout: .seconds(5)))
  }

  /// In a mode of its own, the wait services what was added to that, and not the main queue.
  func testWait_onMain_inAnotherMode_servicesThat() {
    let mode = RunLoop.Mode("expectations.test")
    let (dragged, queue) = (Expectation("dragged"), Expectation("main queue"))
    RunLoop.main.add(Timer(timeInterval: 0.001, repeats: false) { _ in dragged.fulfill() }, forMode: mode)
    DispatchQueue.main.async { queue.fulfill() }
    ExpectationDefaults.$runLoopMode.withValue(mode) {
      dragged.wait(timeout: .seconds(30))
    }
    XCTAssertEqual(queue.fulfillmentCount, 0)
    XCTAssertTrue(queue.wait(timeout: .seconds(30)))
  }

  /// A loop cannot run in several modes, so these are the default mode.
  func testWait_onMain_inTheCommonModes_servicesTheMainQueue() {
    let (timer, queue) = (Expectation("timer"), Expectation("main queue"))
    RunLoop.main.add(Timer(timeInterval: 0.001, repeats: false) { _ in timer.fulfill() }, forMode: .common)
    DispatchQueue.main.async { queue.fulfill() }
    ExpectationDefaults.$runLoopMode.withValue(.common) {
      XCTAssertTrue(wait(for: [timer, queue], timeout: .seconds(30)))
    }
  }

  /// The user's loop, in the same mode, may return in place of that of the wait.
  func testWait_onMain_inAnotherMode_inALoopOfTheUser_isNotLost() {
    let mode = RunLoop.Mode("expectations.test")
    for _ in 0..<200 {
      let done = Expectation("done")
      let timer = Timer(timeInterval: 0.001, repeats: false) { _ in
        DispatchQueue.global().async { done.fulfill() }
        _ = RunLoop.current.run(mode: mode, before: Date(timeIntervalSinceNow: 0.001))
      }
      RunLoop.main.add(timer, forMode: mode)
      ExpectationDefaults.$runLoopMode.withValue(mode) {
        XCTAssertTrue(done.wait(timeout: .seconds(30)))
      }
    }
  }

  /// A wait in such a mode times out, also for what only the main queue would do.
  func testWait_onMain_inAnotherMode_timesOut() {
    let queue = Expectation("main queue")
    DispatchQueue.main.async { queue.fulfill() }
    let report = ExpectationDefaults.$runLoopMode.withValue(RunLoop.Mode("expectations.test")) {
      Expectations.report(of: [queue], timeout: .milliseconds(200))
    }
    XCTAssertEqual(report.outcome, .timedOut)
    queue.wait(timeout: .seconds(30))
  }

  func testWait_onMain_thatTimesOut_timesOut_andNeverEarly() {
    for milliseconds in [1, 5, 20, 100] {
      let report = Expectations.report(of: [Expectation("never")], timeout: .milliseconds(milliseconds))
      XCTAssertEqual(report.outcome, .timedOut)
      XCTAssertGreaterThanOrEqual(report.elapsed, .milliseconds(milliseconds))
    }
  }

  func testWait_inATimer_ofTheRunLoop_isServicedToo() {
    let (outer, inner, later) = (Expectation("outer"), Expectation("inner"), Expectation("later"))
    let first = Timer(timeInterval: 0.001, repeats: false) { _ in
      XCTAssertTrue(inner.wait(timeout: .seconds(5)))
      outer.fulfill()
    }
    let second = Timer(timeInterval: 0.005, repeats: false) { _ in
      inner.fulfill()
      later.fulfill()
    }
    RunLoop.main.add(first, forMode: .default)
    RunLoop.main.add(second, forMode: .default)
    XCTAssertTrue(wait(for: [outer, later], timeout: .seconds(5)))
  }

  // MARK: Nested waits

  func testNested_bothMetInTurn_bothComplete() {
    let (outer, inner) = (Expectation("outer"), Expectation("inner"))
    DispatchQueue.main.async {
      // Inside a main-queue job, the wait does not service the main queue; other threads can still fulfill its
      // expectation.
      DispatchQueue.global().async { inner.fulfill() }
      XCTAssertTrue(inner.wait(timeout: .seconds(5)))
      outer.fulfill()
    }
    XCTAssertTrue(wait(for: [outer], timeout: .seconds(5)))
  }

  func testNested_outerMetFirst_innerGoesOn_andOuterStillReturns() {
    let (outer, inner) = (Expectation("outer"), Expectation("inner"))
    DispatchQueue.main.async {
      DispatchQueue.global().async {
        outer.fulfill()
        inner.fulfill()
      }
      XCTAssertTrue(inner.wait(timeout: .seconds(5)))
    }
    XCTAssertTrue(wait(for: [outer], timeout: .seconds(5)))
  }

  func testNested_outerTimesOut_innerIsInterruptedSoon() {
    let (outer, inner) = (Expectation("outer"), Expectation("inner"))
    let reports = Locked<[WaitReport]>([])
    DispatchQueue.main.async {
      let report = Expectations.report(of: [inner], timeout: .seconds(60))
      reports.withLock { $0.append(report) }
    }
    let report = report(of: [outer], timeout: .milliseconds(30))
    XCTAssertEqual(report.outcome, .timedOut)
    let interrupted = reports.withLock { $0 }
    XCTAssertEqual(interrupted.map(\.outcome), [.interrupted])
    XCTAssertLessThan(report.elapsed, .seconds(30), "it waited for the end of the inner one")
  }

  func testNested_inARunLoopOfTheUser_thatSwallowsTheWake_isNotLost() {
    for _ in 0..<200 {
      let outer = Expectation("outer")
      DispatchQueue.main.async {
        DispatchQueue.global().async { outer.fulfill() }
        // This call consumes wake-ups that are meant for the enclosing wait.
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.001))
      }
      XCTAssertTrue(wait(for: [outer], timeout: .seconds(5)))
    }
  }

  func testWait_onTheQueueThatMustFulfill_undeclared_timesOut_namingTheQueue() {
    let queue = DispatchQueue(label: "upload")
    let report = queue.sync {
      recording {
        let uploaded = Expectation("uploaded")
        queue.async { uploaded.fulfill() }
        return Expectations.report(of: [uploaded], timeout: .milliseconds(10))
      }.result
    }
    queue.sync {}
    XCTAssertEqual(report.outcome, .timedOut)
    XCTAssertTrue(report.description.hasPrefix("Timed out after 0.010 s waiting for \"uploaded\"\n"))
    XCTAssertTrue(report.description.contains("this wait blocked the queue \"upload\""))
  }
}

/// Waits on the main thread that are idle, and stalls of the main queue.
final class MainThreadRealTimeTests: XCTestCase {
  func testNested_outerMetFirst_innerDoesNotSpin() {
    let outer = Expectation("outer")
    let used = Locked(Duration.zero)
    let later = Timer(timeInterval: 60, repeats: false) { _ in }
    let soon = Timer(timeInterval: 0.001, repeats: false) { _ in
      outer.fulfill()
      let start = ProcessUse.cpuTime
      _ = Expectations.report(of: [Expectation("inner")], timeout: .milliseconds(500))
      used.withLock { $0 = ProcessUse.cpuTime - start }
    }
    for timer in [later, soon] { RunLoop.main.add(timer, forMode: .default) }
    defer { later.invalidate() }
    XCTAssertTrue(wait(for: [outer], timeout: .seconds(5)))
    guard !Sanitizer.isActive else { return }
    XCTAssertLessThan(used.withLock { $0 }, .milliseconds(100))
  }

  /// A fulfillment that cannot come while the main thread is blocked is not late.
  func testMainThreadStalled_byOthers_usesUpNoTime() {
    let (before, after) = (Expectation("before"), Expectation("after"))
    let report = outcomeOfAStall(before, after, timeout: 0.05, stall: 0.25)
    XCTAssertEqual(report.outcome, .completed)
    XCTAssertGreaterThan(report.uncounted, .milliseconds(100))
    XCTAssertEqual(report.expectations.map { $0.fulfillments[0].lateness }, [nil, nil])
  }

  private func outcomeOfAStall(
    _ before: Expectation<Void>, _ after: Expectation<Void>, timeout: Double, stall: Double
  ) -> WaitReport {
    // A test that computed for long on the main thread has left a stall, which ends when the main queue runs again.
    let isOver = Expectation("the main queue runs")
    DispatchQueue.main.async { isOver.fulfill() }
    isOver.wait(timeout: .seconds(60))
    DispatchQueue.main.async {
      DispatchQueue.global().sync { before.fulfill() }
      Thread.sleep(forTimeInterval: stall)
      after.fulfill()
    }
    return Expectations.report(of: [before, after], timeout: .seconds(timeout))
  }

  /// No framework tells that a block of the main queue waits: the wait finds out that the queue does not go on.
  func testWait_inABlockOfTheMainQueue_runsOnRealTime_andSaysThatItBlocksIt() {
    let inner = Expectation("inner", of: WaitReport.self)
    DispatchQueue.main.async {
      let saved = Expectation("saved")
      DispatchQueue.main.async { saved.fulfill() }
      inner.fulfill(Expectations.report(of: [saved], timeout: .milliseconds(300)))
    }
    let report = try? inner.wait(timeout: .seconds(20))
    XCTAssertEqual(report?.outcome, .timedOut)
    XCTAssertEqual(report?.uncounted, .zero)
    XCTAssertTrue(report?.description.contains("\n  this wait blocked the main queue and the main actor") ?? false)
  }

  func testWait_aroundOneThatBlocksTheMainQueue_doesNotSayThatItBlocksIt() {
    DispatchQueue.main.async { _ = Expectations.report(of: [Expectation("inner")], timeout: .seconds(20)) }
    let report = Expectations.report(of: [Expectation("outer")], timeout: .milliseconds(300))
    XCTAssertEqual(report.outcome, .timedOut)
    XCTAssertEqual(report.uncounted, .zero)
    XCTAssertFalse(report.description.contains("this wait blocked"), "\(report)")
  }

  func testEventAfterItsWindow_beforeTheMainThreadGoesOn_isLate_andNoFault() {
    let deleted = Expectation("deleted", count: 0)
    DispatchQueue.main.async {
      Thread.sleep(forTimeInterval: 0.5)
      deleted.fulfill()
    }
    let report = Expectations.report(of: [deleted], timeout: .milliseconds(50))
    XCTAssertEqual(report.outcome, .completed)
    XCTAssertEqual(report.expectations.first?.isComplete, true)
    XCTAssertNotNil(report.expectations.first?.fulfillments.first?.lateness)
    XCTAssertTrue(report.description.contains("✔ \"deleted\"  1, must not happen   fulfilled "), "\(report)")
  }

  func testMainThreadStalled_inRealTime_isJudgedByInstants_andSaid() {
    let (inTime, tooLate) = (Expectation("in time"), Expectation("too late"))
    let report = StallLimit.off { outcomeOfAStall(inTime, tooLate, timeout: 0.5, stall: 1) }
    XCTAssertEqual(report.outcome, .timedOut)
    XCTAssertEqual(report.expectations.map(\.isComplete), [true, false])
    XCTAssertNotNil(report.expectations[1].fulfillments[0].lateness)
    XCTAssertTrue(report.description.contains("main thread did not run for "))
  }
}
