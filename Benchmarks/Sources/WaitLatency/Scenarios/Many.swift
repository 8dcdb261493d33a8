import Dispatch
import Expectations
import XCTest

/// One wait for n expectations on the main thread. After it has begun, a queue fulfills them one after the other.
enum Many {
  static func scenario(_ count: Int, _ plan: Scenario.Plan) -> Scenario {
    var candidates: [Candidate] = [
      .each(Candidate.ours) { ours(count) },
      .each(SemaphorePeer.name) { semaphore(count) },
    ]
    if count <= 1000 {
      // It is quadratic: more would take minutes.
      candidates.append(.each(XCTestPeer.name) { xctest(count) })
    }
    if count >= 100_000 {
      // The cost of a wait must not be quadratic.
      candidates.append(.each("\(Candidate.ours), a tenth") { ours(count / 10) })
    }
    return Scenario(
      name: "many/\(count)", about: "one wait for \(count), which are fulfilled when it has begun",
      unit: "ms", plan: plan, candidates: candidates)
  }

  private static func ours(_ count: Int) -> Double {
    let expectations = (0..<count).map { _ in Expectation("one of many") }
    let waitables: [any Waitable] = expectations
    let start = Clock.now()
    whenWaiting { for expectation in expectations { expectation.fulfill() } }
    Expectations.wait(for: waitables, timeout: WaitLimit.duration)
    return Clock.microseconds(since: start) / 1000
  }

  private static func xctest(_ count: Int) -> Double {
    let expectations = (0..<count).map { _ in XCTestExpectation(description: "one of many") }
    let start = Clock.now()
    whenWaiting { for expectation in expectations { expectation.fulfill() } }
    _ = XCTWaiter().wait(for: expectations, timeout: WaitLimit.beyondTheRun)
    return Clock.microseconds(since: start) / 1000
  }

  /// Main-queue blocks run when the wait services the run loop. Expectations that were complete before the wait would
  /// be another scenario, in which XCTest is not quadratic.
  private static func whenWaiting(_ work: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async { DispatchQueue.global().async(execute: work) }
  }

  private static func semaphore(_ count: Int) -> Double {
    let semaphore = DispatchSemaphore(value: 0)
    let start = Clock.now()
    DispatchQueue.global().async { for _ in 0..<count { semaphore.signal() } }
    for _ in 0..<count { semaphore.wait() }
    return Clock.microseconds(since: start) / 1000
  }
}
