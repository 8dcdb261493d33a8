import XCTest

/// XCTest's own expectation and waiter.
final class XCTestPeer: BlockingPeer, SuspendingPeer {
  private let expectation = XCTestExpectation(description: "fulfilled")

  func fulfill() {
    expectation.fulfill()
  }

  func wait() {
    _ = XCTWaiter().wait(for: [expectation], timeout: WaitLimit.beyondTheRun)
  }

  func wait() async {
    _ = await XCTWaiter().fulfillment(of: [expectation], timeout: WaitLimit.beyondTheRun)
  }
}
