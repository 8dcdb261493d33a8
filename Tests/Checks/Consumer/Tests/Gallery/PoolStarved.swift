// # The concurrency pool is starved
//
// Blocking calls in tasks hold every thread of the pool, so the task that would call back cannot run. Neither can the
// test, which therefore returns late. Time in which the pool does not run counts only beyond the stall limit: half a
// minute by default, here 0.4 s.
import Dispatch
import Expectations
import Foundation
import Testing
import XCTest

// [code]
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
// [peers]

final class PoolStarved: XCTestCase {
  func testPeer() async {
    let synced = expectation(description: "records synced")
    blockThePool()
    Task { synced.fulfill() }
    await fulfillment(of: [synced], timeout: 0.2)
  }
}

@Test func poolStarved_confirmation() async {
  blockThePool()
  await confirmation("records synced") { synced in
    _ = Task { synced() }
  }
}

@Test func poolStarved_polling() async {
  let isSynced = Box(false)
  blockThePool()
  Task { isSynced.value = true }
  await expectEventually { isSynced.value }
}
