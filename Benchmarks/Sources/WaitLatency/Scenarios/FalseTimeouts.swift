import Dispatch
import Foundation

/// Correct waits of one second while all threads of the concurrency pool are held for longer. The awaited work ends as
/// soon as it can run, so every failure of a wait is false.
enum FalseTimeoutsScenario {
  private static let timeout = 1.0
  /// XCTest gives every wait a thread of its own, and that thread spins.
  private static let reducedXCTest = 50

  static func scenario(_ plan: Plan, count: Int, heldSeconds: Double) -> Scenario {
    func candidate<P: TimedPeer>(_ name: String, _ type: P.Type, reducedSize: Int? = nil) -> Candidate {
      .each(name, reducedSize: reducedSize) { Double(falseTimeouts(type, reducedSize ?? count, heldSeconds)) }
    }
    return Scenario(
      name: "false-timeouts",
      about: "how many of \(NumberText.grouped(count)) correct waits of 1 s fail, the pool held for \(heldSeconds) s",
      unit: .waits, plan: plan,
      candidates: [
        candidate(Candidate.ours, OurTimedPeer.self),
        candidate(PeerName.xctest, XCTestTimedPeer.self, reducedSize: min(count, reducedXCTest)),
        candidate(PeerName.deadlinePolling, DeadlinePollingPeer.self),
        candidate(PeerName.taskGroup, TaskGroupPeer.self),
      ])
  }

  private static func falseTimeouts<P: TimedPeer>(_ type: P.Type, _ count: Int, _ heldSeconds: Double) -> Int {
    let peers = (0..<count).map { _ in P() }
    let arrivals = DispatchSemaphore(value: 0)
    Thread {
      for _ in peers { arrivals.wait() }
      // The waits begin in a moment.
      Thread.sleep(forTimeInterval: 0.02)
      PoolHold.begin(seconds: heldSeconds)
      for (index, peer) in peers.enumerated() {
        // Spread over two polling periods, so that a polling peer checks both before and after its turn.
        if index.isMultiple(of: max(1, count / 20)) { Thread.sleep(forTimeInterval: 0.001) }
        Task.detached { peer.fulfill() }
      }
    }.start()
    return Places.inTask {
      await withTaskGroup(of: Bool.self) { group in
        for peer in peers {
          group.addTask {
            arrivals.signal()
            return await peer.wait(seconds: timeout)
          }
        }
        return await group.reduce(0) { $0 + ($1 ? 0 : 1) }
      }
    }
  }
}

/// Holds every thread of the concurrency pool with a sleep.
private enum PoolHold {
  /// Returns as soon as the threads are held. All are released at the same instant.
  static func begin(seconds: Double) {
    let threads = ProcessInfo.processInfo.activeProcessorCount
    let priorities = [TaskPriority.medium, .high]
    let arrivals = DispatchSemaphore(value: 0)
    let end = Clock.now() + UInt64(seconds * 1e9)
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
