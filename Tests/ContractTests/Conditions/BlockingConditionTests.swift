import Foundation
import Observation
import XCTest

@testable import Expectations

/// Conditions in synchronous tests, on the main thread.
final class BlockingConditionTests: XCTestCase {
  @MainActor @Observable final class Model {
    var badge = 0
  }

  func testCondition_thatTheMainQueueMakesTrue_isServed() throws {
    let isDone = Locked(false)
    DispatchQueue.main.async { isDone.withLock { $0 = true } }
    try eventually("done") { isDone.withLock { $0 } }
  }

  @MainActor func testChange_onTheMainActor_wakesTheConditionWithoutAPoll() throws {
    let model = Model()
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

  func testUnmetCondition_isOneFailure_andThrows() {
    let line = #line
    let (error, host) = recording { () -> (any Error)? in
      do {
        try eventually("never", timeout: .milliseconds(1)) { false }
        return nil
      } catch {
        return error
      }
    }
    XCTAssertTrue(error is RecordingHost.Stop)
    XCTAssertEqual(
      host.recordsWithoutTries,
      [
        """
        BlockingConditionTests.swift:\(line + 3): failure: Timed out after 0.001 s: "never" did not come true
          tried #, the last value was false
        """
      ])
  }

  func testCondition_inAWaitWhoseTimeIsOver_isInterrupted() {
    let line = #line
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
      override.recordsWithoutTries,
      [
        """
        BlockingConditionTests.swift:\(line + 6): failure: Interrupted after # because the enclosing wait timed out: "inner"
          tried #, the last value was false
        """
      ])
  }
}
