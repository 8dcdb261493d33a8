// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
import Dispatch
import Foundation
import TestSupport
import XCTest

@testable import Expectations

/// Waits on the main thread, on which XCTest runs its synchronous tests.
final class MainThreadTests: XCTestCase {
  func testMainThread_isKnownToBeIt_andNoOtherIs() {
    let findings = Recorder<Bool>("findings of another thread")
    for _ in 0..<3 { XCTAssertTrue(MainThread.isCurrent) }
    Thread { for _ in 0..<3 { findings.record(MainThread.isCurrent) } }.start()
    for _ in 0..<3 { XCTAssertEqual(try findings.next(), false) }
    XCTAssertTrue(MainThread.isCurrent)
  }

  // MARK: Waits that cannot complete

  func testWait_inAMainQueueJob_forWhatComesOnMain_failsAtOnce() {
    let line = #line
    let outer = Expectation("outer")
    DispatchQueue.main.async {
      let inner = Expectation("inner", fulfilledOn: .main)
      DispatchQueue.main.async { inner.fulfill() }
      let report = Expectations.outcome(of: inner, timeout: .seconds(60))
      XCTAssertEqual(
        report.outcome,
        .cannotComplete("\"inner\" is fulfilled on the main queue, which this wait blocks; use `await` instead"))
      XCTAssertEqual(
        SteadyText.of(report.description),
        """
        Cannot complete: "inner" is fulfilled on the main queue, which this wait blocks; use `await` instead
          ✘ "inner"  0 of 1   created at MainThreadTests.swift:\(line + 3)
        """)
      outer.fulfill()
    }
    XCTAssertTrue(wait(for: outer, timeout: .seconds(5)))
  }

  func testWait_onMain_forWhatComesOnMain_isServed() {
    let saved = Expectation("saved", fulfilledOn: .main)
    DispatchQueue.main.async { saved.fulfill() }
    XCTAssertTrue(wait(for: saved, timeout: .seconds(5)))
  }

  func testWait_onTheDeclaredQueue_failsAtOnce_andElsewhereDoesNot() {
    let line = #line
    let queue = DispatchQueue(label: "upload")
    let (report, host) = queue.sync {
      recording {
        let uploaded = Expectation("uploaded", fulfilledOn: queue)
        queue.async { uploaded.fulfill() }
        XCTAssertFalse(uploaded.wait(timeout: .seconds(60)))
        return Expectations.outcome(of: uploaded, timeout: .seconds(60))
      }
    }
    XCTAssertEqual(
      report.outcome,
      .cannotComplete("\"uploaded\" is fulfilled on the queue \"upload\", which this wait blocks; use `await` instead"))
    XCTAssertEqual(
      host.records,
      [
        """
        MainThreadTests.swift:\(line + 6): failure: Cannot complete: "uploaded" is fulfilled on the queue "upload", \
        which this wait blocks; use `await` instead
          ✘ "uploaded"  0 of 1   created at MainThreadTests.swift:\(line + 4)
        """
      ])
    let uploaded = Expectation("uploaded", fulfilledOn: queue)
    queue.async { uploaded.fulfill() }
    XCTAssertTrue(wait(for: uploaded, timeout: .seconds(5)))
    let global = Expectation("global", fulfilledOn: .global())
    DispatchQueue.global().async { global.fulfill() }
    XCTAssertTrue(wait(for: global, timeout: .seconds(5)))
  }
}

/// Waits on the main thread that are idle, and stalls of the main queue.
final class MainThreadRealTimeTests: XCTestCase {

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
    return outcome(of: before, after, timeout: .seconds(timeout))
  }
}
