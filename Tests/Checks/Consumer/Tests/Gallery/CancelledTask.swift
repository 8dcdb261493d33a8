// # The work was canceled
//
// The task that does the work ends early with an error. The test passes the error on instead of dropping it, so the
// wait ends at once, and the failure names the error and the line that delivered it.
import Expectations
import Testing
import XCTest

// [code]
@Test func cancelledTask() async {
  let synced = Expectation("records synced")
  let work = Task(name: "sync") {
    do {
      try await Task.sleep(for: .seconds(60))
      synced.fulfill()
    } catch {
      synced.fulfill(throwing: error)
    }
  }
  work.cancel()
  await work.value
  await synced.wait(timeout: .milliseconds(100))
}
// [peers]

/// Work that drops its error, because it has no way to report it.
private func cancelled(_ completion: @escaping @Sendable () -> Void) {
  Task {
    try await Task.sleep(for: .seconds(60))
    completion()
  }.cancel()
}

final class CancelledTask: XCTestCase {
  func testPeer() async {
    let synced = expectation(description: "records synced")
    cancelled { synced.fulfill() }
    await fulfillment(of: [synced], timeout: 0.1)
  }
}

@Test func cancelledTask_confirmation() async {
  await confirmation("records synced") { synced in
    cancelled { synced() }
  }
}

@Test func cancelledTask_polling() async {
  let isSynced = Box(false)
  cancelled { isSynced.value = true }
  await expectEventually { isSynced.value }
}
