import Expectations
import Foundation
import XCTest

/// An object that a task waits for only for a limited time.
protocol TimedPeer: Peer {
  /// Returns whether the object was fulfilled in time, as far as this peer can tell.
  func wait(seconds: Double) async -> Bool
}

/// This library, with the function that records no failure.
final class OurTimedPeer: TimedPeer {
  private let expectation = Expectation("fulfilled")

  func fulfill() {
    expectation.fulfill()
  }

  func wait(seconds: Double) async -> Bool {
    await report(of: [expectation], timeout: .seconds(seconds)).isSuccess
  }
}

final class XCTestTimedPeer: TimedPeer {
  private let expectation = XCTestExpectation(description: "fulfilled")

  func fulfill() {
    expectation.fulfill()
  }

  func wait(seconds: Double) async -> Bool {
    await XCTWaiter().fulfillment(of: [expectation], timeout: seconds) == .completed
  }
}

/// A flag that is checked every 10 milliseconds until a deadline.
final class DeadlinePollingPeer: TimedPeer {
  private let flag = Flag()

  func fulfill() {
    flag.set()
  }

  func wait(seconds: Double) async -> Bool {
    let deadline = Clock.now() + UInt64(seconds * 1e9)
    while !flag.isSet, Clock.now() < deadline {
      try? await Task.sleep(for: .milliseconds(10))
    }
    return flag.isSet
  }
}

/// A task group in which the work races against a sleep.
final class TaskGroupPeer: TimedPeer {
  private let work = ContinuationPeer()

  func fulfill() {
    work.fulfill()
  }

  func wait(seconds: Double) async -> Bool {
    await withTaskGroup(of: Bool.self) { [work] group in
      group.addTask {
        await work.wait()
        return true
      }
      group.addTask {
        try? await Task.sleep(for: .seconds(seconds))
        return false
      }
      // The group ends only when both tasks have ended: the work does end.
      let isFirst = await group.next() ?? false
      group.cancelAll()
      return isFirst
    }
  }
}
