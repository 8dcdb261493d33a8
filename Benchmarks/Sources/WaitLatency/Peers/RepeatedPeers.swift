import Dispatch
import Expectations
import Foundation
import XCTest

/// An object that can be fulfilled any number of times, for the scenarios that time `fulfill()` itself.
protocol RepeatedPeer: AnyObject, Sendable {
  init()
  func fulfill()
  /// Leaves nothing behind that would be reported.
  func close()
}

extension RepeatedPeer {
  func close() {}
}

final class OurRepeatedPeer: RepeatedPeer {
  private let expectation = Expectation("fulfilled", count: 1...)

  func fulfill() {
    expectation.fulfill()
  }

  func close() {
    // Read the count, so that the library does not report a missing wait.
    _ = expectation.fulfillmentCount
  }
}

final class XCTestRepeatedPeer: RepeatedPeer {
  private let expectation = XCTestExpectation(description: "fulfilled")

  init() {
    expectation.assertForOverFulfill = false
  }

  func fulfill() {
    expectation.fulfill()
  }
}

final class SemaphoreRepeatedPeer: RepeatedPeer {
  private let semaphore = DispatchSemaphore(value: 0)

  func fulfill() {
    semaphore.signal()
  }
}

extension ConditionVariablePeer: RepeatedPeer {}

extension ConditionLockPeer: RepeatedPeer {}

/// An object that a thread waits for until it is fulfilled a number of times.
protocol AwaitedPeer: AnyObject, Sendable {
  init(count: Int)
  func fulfill()
  func wait()
}

final class OurAwaitedPeer: AwaitedPeer {
  private let expectation: Expectation<Void>

  init(count: Int) {
    expectation = Expectation("fulfilled", count: count)
  }

  func fulfill() {
    expectation.fulfill()
  }

  func wait() {
    expectation.wait(timeout: WaitLimit.duration)
  }
}

final class XCTestAwaitedPeer: AwaitedPeer {
  private let expectation = XCTestExpectation(description: "fulfilled")

  init(count: Int) {
    expectation.expectedFulfillmentCount = count
  }

  func fulfill() {
    expectation.fulfill()
  }

  func wait() {
    _ = XCTWaiter().wait(for: [expectation], timeout: WaitLimit.beyondTheRun)
  }
}
