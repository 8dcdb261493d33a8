import Foundation
import XCTest

@testable import Expectations

/// Conditions in synchronous tests, on the main thread.
final class BlockingConditionTests: XCTestCase {
  func testCondition_thatTheMainQueueMakesTrue_isServed() throws {
    let isDone = Locked(false)
    DispatchQueue.main.async { isDone.withLock { $0 = true } }
    try eventually("done") { isDone.withLock { $0 } }
  }

  @MainActor func testChange_onTheMainActor_wakesTheConditionWithoutAPoll() throws {
    let model = ObservationTests.Model()
    Task { @MainActor in model.badge = 3 }
    try eventually("badge shows 3", timeout: .seconds(60), pollingInterval: .seconds(3600)) { model.badge == 3 }
  }

  func testTimer_ofTheRunLoop_fires() throws {
    let fired = Locked(0)
    let timer = Timer(timeInterval: 0.001, repeats: true) { _ in fired.withLock { $0 += 1 } }
    RunLoop.current.add(timer, forMode: .default)
    defer { timer.invalidate() }
    try eventually("fired three times") { fired.withLock { $0 } >= 3 }
    XCTAssertTrue(never("stopped", for: .milliseconds(5)) { !timer.isValid })
    XCTAssertTrue(always("running", for: .milliseconds(5)) { timer.isValid })
  }

  func testUnmetCondition_isOneFailure_andThrows() throws {
    let (_, host) = try recording {
      XCTAssertThrowsError(try eventually("never", timeout: .milliseconds(1)) { false }) {
        XCTAssertTrue($0 is RecordingHost.Stop)
      }
    }
    XCTAssertEqual(host.problems, [.failure(1, #"Timed out after 0.001 s: "never" did not come true"#)])
  }

  func testCondition_inAWaitWhoseTimeIsOver_isInterrupted() {
    let override = RecordingHost()
    with(override) {
      let outer = Expectation("outer")
      DispatchQueue.main.async {
        with(override) {
          _ = try? eventually("inner", timeout: .seconds(60), pollingInterval: .seconds(60)) { false }
        }
      }
      XCTAssertEqual(report(of: [outer], timeout: .milliseconds(20)).outcome, .timedOut)
    }
    XCTAssertEqual(
      override.problems, [.failure(5, #"Interrupted after # because the enclosing wait timed out: "inner""#)])
  }

  /// A pause of a condition is over long before the time of the condition is.
  func testWait_inAPauseOfACondition_isNotInterrupted() throws {
    let (inner, result) = (Expectation("inner"), Locked<Bool?>(nil))
    DispatchQueue.main.async {
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { inner.fulfill() }
      let isComplete = inner.wait(timeout: .seconds(60))
      result.withLock { $0 = isComplete }
    }
    try eventually("done", timeout: .seconds(60), pollingInterval: .milliseconds(1)) { result.withLock { $0 } != nil }
    XCTAssertEqual(result.withLock { $0 }, true)
  }

  /// The work before the inner wait lasts longer than the pause, and less long than the condition may take.
  func testWait_inAPauseOfAConditionWhoseTimeIsOver_isInterrupted() {
    for work in [0, 50_000] {
      let reports = Locked<[WaitReport]>([])
      DispatchQueue.main.async {
        usleep(useconds_t(work))
        let report = Expectations.report(of: [Expectation("inner")], timeout: .seconds(60))
        reports.withLock { $0.append(report) }
      }
      _ = recording {
        try? eventually("never", timeout: .milliseconds(200), pollingInterval: .milliseconds(1)) { false }
      }
      XCTAssertEqual(reports.withLock { $0.map(\.outcome) }, [.interrupted])
      XCTAssertLessThan(reports.withLock { $0.first?.elapsed ?? .zero }, .seconds(30))
    }
  }
}

/// Windows, and conditions that block the main queue.
final class BlockingConditionRealTimeTests: XCTestCase {
  func testWait_inAPauseOfAWindow_isNotInterrupted() {
    let (inner, result) = (Expectation("inner"), Locked<Bool?>(nil))
    let timer = Timer(timeInterval: 0.001, repeats: false) { _ in
      DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(50)) { inner.fulfill() }
      let isComplete = inner.wait(timeout: .seconds(60))
      result.withLock { $0 = isComplete }
    }
    RunLoop.current.add(timer, forMode: .default)
    XCTAssertTrue(always("true", for: .milliseconds(200), pollingInterval: .milliseconds(1)) { true })
    XCTAssertEqual(result.withLock { $0 }, true)
  }

  func testWait_inAWindowThatIsOver_isNotInterrupted() {
    let events = Recorder<Int>("events")
    let windows: [@Sendable () -> Bool] = [
      { always("true", for: .milliseconds(50)) { true } }, { never("false", for: .milliseconds(50)) { false } },
      { events.expectNone(for: .milliseconds(50)) }, { Expectation("none").expectNone(for: .milliseconds(50)) },
      { Expectation("quiet", count: 0).wait(timeout: .milliseconds(50)) },
    ]
    for window in windows {
      let inner = Expectation("inner")
      let timer = Timer(timeInterval: 0.001, repeats: false) { _ in
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(150)) { inner.fulfill() }
        inner.wait(timeout: .seconds(60))
      }
      RunLoop.current.add(timer, forMode: .default)
      XCTAssertTrue(window())
      XCTAssertEqual(inner.fulfillmentCount, 1)
    }
  }

  /// A block of the main queue that waits keeps that queue from running, so its silence is no reason to wait.
  func testCondition_inABlockOfTheMainQueue_isOnRealTime() throws {
    let (outer, other, time) = (Expectation("outer"), Expectation("other"), Locked(Duration.zero))
    // Its beats ask the main queue.
    let task = Task.detached { await report(of: [other], timeout: .seconds(60)).outcome }
    DispatchQueue.main.async {
      let began = ContinuousClock.now
      _ = recording { try? eventually("never", timeout: .milliseconds(200)) { false } }
      time.withLock { $0 = .now - began }
      outer.fulfill()
    }
    XCTAssertTrue(outer.wait(timeout: .seconds(60)))
    XCTAssertLessThan(time.withLock { $0 }, .seconds(10))
    other.fulfill()
    let ended = Expectation("ended")
    Task {
      _ = await task.value
      ended.fulfill()
    }
    ended.wait(timeout: .seconds(60))
  }
}
