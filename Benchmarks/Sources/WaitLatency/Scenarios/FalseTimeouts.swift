import Dispatch
import Expectations
import Foundation
import XCTest

/// Correct waits of one second while all threads of the concurrency pool are held for longer. The awaited work ends as
/// soon as it can run, so every failure of a wait is false.
enum FalseTimeouts {
  private static let count = 100
  private static let heldSeconds = 1.6

  static func scenario(_ plan: Scenario.Plan) -> Scenario {
    Scenario(
      name: "false-timeouts",
      about: "how many of \(count) correct waits of 1 s fail, the pool held for \(heldSeconds) s",
      unit: "waits", plan: plan,
      candidates: [
        .each(Candidate.ours) {
          failures({ Expectation("fulfilled") }, { $0.fulfill() }) {
            await report(of: [$0], timeout: .seconds(1)).isSuccess
          }
        },
        .each(XCTestPeer.name) {
          failures({ XCTestExpectation(description: "fulfilled") }, { $0.fulfill() }) {
            await XCTWaiter().fulfillment(of: [$0], timeout: 1) == .completed
          }
        },
      ])
  }

  private static func failures<Subject: Sendable>(
    _ make: () -> Subject, _ fulfill: @escaping @Sendable (Subject) -> Void,
    _ wait: @escaping @Sendable (Subject) async -> Bool
  ) -> Double {
    let subjects = (0..<count).map { _ in make() }
    let arrivals = DispatchSemaphore(value: 0)
    Thread {
      for _ in subjects { arrivals.wait() }
      // The waits begin in a moment.
      Thread.sleep(forTimeInterval: 0.02)
      holdPool()
      for subject in subjects { Task.detached { fulfill(subject) } }
    }.start()
    return Places.inTask {
      await withTaskGroup(of: Bool.self) { group in
        for subject in subjects {
          group.addTask {
            arrivals.signal()
            return await wait(subject)
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 0 : 1) }
      }
    }
  }

  /// Holds every thread of the concurrency pool until the same instant. Returns as soon as they are held.
  private static func holdPool() {
    let threads = ProcessInfo.processInfo.activeProcessorCount
    let priorities = [TaskPriority.medium, .high]
    let arrivals = DispatchSemaphore(value: 0)
    let end = Clock.now() + UInt64(heldSeconds * 1e9)
    for priority in priorities {
      // More holders than threads, so that no thread is left over.
      for _ in 0..<threads + 2 {
        Task.detached(priority: priority) {
          arrivals.signal()
          sleep(until: end)
        }
      }
    }
    // With a limit: if the priorities share their threads, fewer holders arrive.
    for _ in 0..<priorities.count * threads { _ = arrivals.wait(timeout: .now() + 0.5) }
  }

  private static func sleep(until end: UInt64) {
    let now = Clock.now()
    if now < end { Thread.sleep(forTimeInterval: Double(end - now) / 1e9) }
  }
}
