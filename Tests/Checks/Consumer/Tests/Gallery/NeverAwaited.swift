// # Never awaited
//
// The test creates an expectation and forgets to wait for it, so the test would always pass. The failure is at the line
// that created the expectation. If the work still holds the expectation when the test is over, the failure comes when
// the work releases it, or at the end of the run, which then fails.
import Expectations
import Testing
import XCTest

// [code]
struct Store {
  func delete(_ completion: () -> Void) { completion() }
}

@Test func neverAwaited() {
  let deleted = Expectation("record deleted")
  Store().delete { deleted.fulfill() }
}
// [peers]

final class NeverAwaited: XCTestCase {
  func testPeer() {
    let deleted = expectation(description: "record deleted")
    Store().delete { deleted.fulfill() }
  }
}

@Test func neverAwaited_confirmation() async {
  await confirmation("record deleted") { deleted in
    Store().delete { deleted() }
  }
}

@Test func neverAwaited_polling() async {
  let isDeleted = Box(false)
  Store().delete { isDeleted.value = true }
}
