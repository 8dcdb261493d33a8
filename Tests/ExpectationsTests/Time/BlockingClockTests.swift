import TestSupport
import XCTest

@testable import Expectations

/// A manual clock in synchronous tests: the blocking forms, and waits on the main thread.
final class BlockingClockTests: XCTestCase {
  private let clock = ManualClock()

  func testWait_isTimedByItsClock() {
    let expectation = Expectation("saved")
    let clock = clock
    Task {
      await clock.sleepers(atLeast: 1)
      await clock.advance(by: .seconds(60))
    }
    XCTAssertEqual(outcome(of: expectation, timeout: .seconds(60), clock: clock).outcome, .timedOut)
    XCTAssertEqual(clock.sleepers, [])
  }

  func testAdvance_wakesTheSleeper() {
    let woken = Expectation("woken")
    let clock = clock
    Task {
      try await clock.sleep(for: .seconds(30))
      woken.fulfill()
    }
    clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(29))
    XCTAssertEqual(woken.fulfillmentCount, 0)
    clock.advance(to: clock.now.advanced(by: .seconds(1)))
    woken.wait()
  }

  /// The main actor can run in the meantime: the blocking form services its queue.
  @MainActor func testRun_wakesWhatRunsOnTheMainActor() {
    let log = Locked<[Int]>([])
    let clock = clock
    for seconds in [3, 1, 2] {
      Task { @MainActor in
        try await clock.sleep(for: .seconds(seconds))
        log.withLock { $0.append(seconds) }
      }
    }
    clock.sleepers(atLeast: 3)
    clock.run()
    XCTAssertNoThrow(try eventually("all woken") { log.withLock { $0.count } == 3 })
    XCTAssertEqual(clock.now.offset, .seconds(3))
  }

  func testSleepers_insideAWaitWhoseTimeIsOver_areNoFailureOfTheirOwn() {
    let line = #line
    let (_, host) = recording {
      let outer = Expectation("outer")
      let (override, clock) = (HostOverride.current, clock)
      DispatchQueue.main.async {
        HostOverride.withHost(override) { _ = clock.sleepers(atLeast: 1, timeout: .seconds(60)) }
      }
      outer.wait(timeout: .milliseconds(20))
    }
    XCTAssertEqual(
      host.records,
      [
        """
        BlockingClockTests.swift:\(line + 7): failure: Timed out after 0.020 s waiting for "outer"
          ✘ "outer"  0 of 1   created at BlockingClockTests.swift:\(line + 2)
        """
      ])
  }
}

/// The time that the sleepers of a manual clock take.
final class BlockingClockRealTimeTests: XCTestCase {
  /// Eight times as many sleepers take little more than eight times the time.
  func testVeryManySleepers_takeLinearithmicTime() async throws {
    func cost(of count: Int) async throws -> Duration {
      let clock = ManualClock()
      let tasks = (0..<count).map { index in Task { try await clock.sleep(for: .seconds(index * 7919 % count + 1)) } }
      await clock.sleepers(atLeast: count, timeout: .seconds(60))
      let start = ProcessUse.cpuTime
      await clock.run()
      for task in tasks { try await task.value }
      return ProcessUse.cpuTime - start
    }
    _ = try await cost(of: 500)
    try XCTSkipIf(Sanitizer.isActive, "the costs of a sanitizer are its own")
    var costs: [(few: Duration, many: Duration)] = []
    // Other threads of the process, and other processes, add to a cost, so one pair of several decides.
    for _ in 1...5 {
      let (few, many) = (try await cost(of: 1_000), try await cost(of: 8_000))
      if many < few * 8 * 2.5 { return }
      costs.append((few, many))
    }
    XCTFail("\(costs)")
  }
}
