import Expectations
import XCTest

/// An object that is fulfilled once, and that one thread or task waits for.
protocol Peer: AnyObject, Sendable {
  /// Its name in tables, files, and thresholds.
  static var name: String { get }
  init()
  func fulfill()
}

/// A peer that blocks the waiting thread.
protocol BlockingPeer: Peer {
  func wait()
}

/// A peer that suspends the waiting task.
protocol SuspendingPeer: Peer {
  func wait() async
}

/// A limit that no wait reaches, for calls that require one.
enum WaitLimit {
  static let seconds = 60.0
  static let duration = Duration.seconds(60)
  /// Longer than the whole run. XCTest leaves a timer behind for every wait, and thousands of them firing together
  /// would disturb the measurement at that time.
  static let beyondTheRun = 7200.0
}

/// This library.
final class OurPeer: BlockingPeer, SuspendingPeer {
  static let name = Candidate.ours
  private let expectation: Expectation<Void>

  init() {
    expectation = Expectation("fulfilled")
  }

  init(count: Int) {
    expectation = Expectation("fulfilled", count: count)
  }

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

/// This library, for any number of fulfillments.
final class OurRepeatedPeer: Peer {
  static let name = Candidate.ours
  private let expectation = Expectation("fulfilled", count: 1...)

  func fulfill() {
    expectation.fulfill()
  }

  // Read the count, so that the library does not report a missing wait.
  deinit { _ = expectation.fulfillmentCount }
}

/// XCTest's own expectation and waiter. Off the main thread it spins on Linux, because its run loop has no source.
final class XCTestPeer: BlockingPeer, SuspendingPeer {
  static let name = "XCTWaiter"
  private let expectation = XCTestExpectation(description: "fulfilled")

  init() {
    expectation.assertForOverFulfill = false
  }

  init(count: Int) {
    expectation.expectedFulfillmentCount = count
  }

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
