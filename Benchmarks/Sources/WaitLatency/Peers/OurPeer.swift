import Expectations

/// This library.
final class OurPeer: BlockingPeer, SuspendingPeer {
  private let expectation = Expectation("fulfilled")

  func fulfill() {
    expectation.fulfill()
  }

  func wait() {
    expectation.wait(timeout: WaitLimit.duration)
  }

  func wait() async {
    await expectation.wait(timeout: WaitLimit.duration)
  }
}
