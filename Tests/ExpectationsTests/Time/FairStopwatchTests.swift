import Dispatch
import Foundation
import TestSupport
import Testing
import XCTest

import class Expectations.Expectation

@testable import Expectations

@Suite struct FairStopwatchTests {
  @Test func releasedStopwatch_leavesNothing() {
    let key = {
      let watch = FairStopwatch()
      let waits = Engine.withLock { state in
        state.machine.waits.keys.filter { state.machine.waits[$0].wait.object == nil }
      }
      withExtendedLifetime(watch) {}
      return waits
    }()
    #expect(!key.isEmpty)
    #expect(Engine.withLock { state in key.allSatisfy { !state.machine.waits.contains($0) } })
  }

  /// The pool is held for most of this time.
  @Test(.realTime, .ownThreads) func heldPool_isLeftOut() async {
    await #expect(processExitsWith: .success) {
      let watch = FairStopwatch()
      for _ in 0..<2 * ProcessInfo.processInfo.activeProcessorCount {
        for priority in [TaskPriority.medium, .high] { Task.detached(priority: priority) { usleep(1_500_000) } }
      }
      let (elapsed, uncounted) = await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          // The time that is measured; nothing is synchronized.
          usleep(1_200_000)
          continuation.resume(returning: (watch.elapsed, watch.uncounted))
        }
      }
      guard uncounted > .milliseconds(300), elapsed < .milliseconds(900) else {
        print(elapsed, uncounted)
        exit(2)
      }
    }
  }

  @Test(.realTime, .ownThreads) func processThatIsStoppedInAnEvaluation_failsNoCondition() async {
    await #expect(processExitsWith: .success) {
      let stop = "kill -STOP \(getpid()); sleep 2.5; kill -CONT \(getpid())"
      var evaluations = 0
      let evaluate: (Int) throws -> Bool = { numberOfTheStop in
        evaluations += 1
        guard evaluations == numberOfTheStop else { return true }
        try Process.run(URL(fileURLWithPath: "/bin/sh"), arguments: ["-c", stop]).waitUntilExit()
        return false
      }
      try await eventually("in time", timeout: .milliseconds(300)) { try evaluate(1) }
      guard await always("in a window", for: .milliseconds(50), { try evaluate(3) || true }) else { exit(2) }
    }
  }
}

final class FairStopwatchRealTimeTests: XCTestCase {
  /// A test that computes on the main thread keeps the main queue busy itself. Another stopwatch leaves that time out.
  func testBusyMainThread_counts_ifItIsThatOfTheTest() throws {
    let own = FairStopwatch()
    let other = onThread { FairStopwatch() }
    let start = ContinuousClock.now
    while ContinuousClock.now - start < .milliseconds(1_200) {}
    // Both leave out the time in which the process does not run.
    XCTAssertGreaterThan(other.uncounted, own.uncounted + .milliseconds(300))
    // The stall is over, and has moved from the reading to the sum.
    let answered = Expectation("the main queue runs")
    DispatchQueue.main.async { answered.fulfill() }
    answered.wait()
    XCTAssertGreaterThan(other.uncounted, own.uncounted + .milliseconds(300), "afterwards")
  }

  private func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let result = Expectation("made", of: Result.self)
    Thread.detachNewThread { result.fulfill(body()) }
    do { return try result.wait() } catch { fatalError("\(error)") }
  }
}
