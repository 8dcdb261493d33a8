// # The concurrency pool is starved
//
// Blocking calls hold every thread of the pool for longer than the stall limit, here 0.4 s. The task that would call
// back cannot run, nor can the test.
import Dispatch
import Expectations
import Foundation
import Testing

// [code, alone]
/// Blocks as many tasks as the pool has threads.
func blockThePool() {
  for index in 0..<ProcessInfo.processInfo.activeProcessorCount {
    Task { _ = usleep(1_200_000 + UInt32(index) * 200_000) }
  }
}

@Test func poolStarved() async {
  let synced = Expectation("records synced")
  blockThePool()
  Task { synced.fulfill() }
  await synced.wait(timeout: .milliseconds(200))
}
