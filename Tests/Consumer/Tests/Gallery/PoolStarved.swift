// # The concurrency pool is starved
//
// Blocking calls in tasks take every thread of the pool, so the task that would call back cannot run; nor can the test,
// which therefore returns late. Time in which the pool does not run counts only when it is longer than the stall limit: half
// a minute, here 0.4 s.
import Dispatch
import Expectations
import Foundation
import Testing
import XCTest

// [code]
/// Work that blocks, in as many tasks as the pool has threads.
func blockThePool() {
  for _ in 0..<ProcessInfo.processInfo.activeProcessorCount {
    Task { _ = usleep(1_200_000) }
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
