import Dispatch
import TestSupport
import XCTest

@testable import Expectations

/// Changes on other threads that race with a condition.
final class ConditionRaceTests: XCTestCase {
  /// Each change comes during or just after an evaluation. The condition misses none, and none has to wait for a poll,
  /// which would come after an hour.
  func testChanges_racingWithTheCondition_areAllSeen() async throws {
    let rounds = ProofSize.of(small: 1_000, full: 10_000, sanitized: 1_000)
    let meter = Meter()
    let turn = Locked(0)
    let writer = Thread {
      for round in 1...rounds {
        while turn.withLock({ $0 }) < round { sched_yield() }
        meter.value = round
      }
    }
    writer.start()
    for round in 1...rounds {
      turn.withLock { $0 = round }
      try await eventually("round \(round)", timeout: .seconds(60), pollingInterval: .seconds(3600)) {
        meter.value == round
      }
    }
  }

  func testBlockingEvaluation_thatRunsOn_isNoSuccess() {
    let line = #line
    let (_, host) = recording {
      _ = try? eventually("answered", timeout: .milliseconds(100)) {
        OwnTime.pass(100_000_000 + Timeouts.grace)
        return true
      }
    }
    XCTAssertEqual(
      host.records,
      [
        """
        ConditionRaceTests.swift:\(line + 2): failure: Condition still running after #: "answered"
          tried once, the last value was true
        """
      ])
  }

  /// An evaluation that was due before the deadline counts, however long it takes.
  func testLastEvaluation_thatBeganLate_isJudged() throws {
    try eventually("answered", timeout: .zero) {
      OwnTime.pass(Timeouts.grace + 1)
      return true
    }
  }
}

/// An evaluation that ends some time after its condition was canceled.
final class ConditionRaceRealTimeTests: XCTestCase {
  /// After its cancellation, the caller may use again what the evaluation captures. This test uses XCTest, where
  /// nothing else keeps the pool busy: a caller that resumes late would see the end of the evaluation anyway.
  func testCancelledEvaluation_hasEnded_whenItStopsSoon() async throws {
    let (begun, isRunning) = (Expectation("begun", of: CheckedContinuation<Void, Never>.self), Locked(false))
    let task = Task {
      do {
        try await eventually("never", timeout: .seconds(3600)) {
          isRunning.withLock { $0 = true }
          await withCheckedContinuation { begun.fulfill($0) }
          isRunning.withLock { $0 = false }
          return false
        }
        return false
      } catch {
        return error is CancellationError && !isRunning.withLock { $0 }
      }
    }
    let continuation = try await begun.wait()
    task.cancel()
    // The evaluation does not stop at once.
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) { continuation.resume() }
    let hasEnded = await task.value
    XCTAssertTrue(hasEnded)
  }
}

extension OwnTime {
  /// Computes until this much time has passed for a condition that is evaluated on the main thread.
  fileprivate static func pass(_ time: Nanoseconds) {
    func now() -> MonotonicInstant {
      let (now, ownTime) = Engine.now(blocking: .main)
      return now.fair.advanced(by: ownTime)
    }
    let end = now().advanced(by: time)
    while now() < end {}
  }
}
