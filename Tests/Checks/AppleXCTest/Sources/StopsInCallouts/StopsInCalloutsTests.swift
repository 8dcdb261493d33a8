import Dispatch
import Expectations
import Foundation
import XCTest

/// Failures in code that the run loop and Dispatch call, where the exception that stops a test would end the process.
final class StopsInCalloutsTests: XCTestCase {
  override func setUp() { continueAfterFailure = false }

  func test1_waitInABlockOfTheMainQueue() {
    let (done, stuck) = (Expectation("done"), Expectation("stuck"))
    DispatchQueue.main.async {
      stuck.wait(timeout: .milliseconds(20))  // FAILS HERE
      done.fulfill()
    }
    done.wait(timeout: .seconds(5))
  }

  func test2_waitInATimer() {
    let (done, never) = (Expectation("done"), Expectation("never"))
    let timer = Timer(timeInterval: 0.001, repeats: false) { _ in
      never.wait(timeout: .milliseconds(20))  // FAILS HERE
      done.fulfill()
    }
    RunLoop.main.add(timer, forMode: .default)
    done.wait(timeout: .seconds(5))
  }

  func test3_waitInASyncBlock() {
    let never = Expectation("never")
    DispatchQueue(label: "work").sync {
      _ = never.wait(timeout: .milliseconds(20))  // FAILS HERE
    }
  }

  func test4_waitOnAQueue() {
    let (done, never) = (Expectation("done"), Expectation("never"))
    DispatchQueue.global().async {
      never.wait(timeout: .milliseconds(20))  // FAILS HERE
      done.fulfill()
    }
    done.wait(timeout: .seconds(5))
  }

  func test5_overFulfilledInABlockOfTheMainQueue() {
    let (once, done) = (Expectation("once"), Expectation("done"))
    once.fulfill()
    once.wait()
    DispatchQueue.main.async {
      once.fulfill()  // FAILS HERE
      done.fulfill()
    }
    done.wait(timeout: .seconds(5))
  }

  func test6_waitInABlock_whileTheTestServicesTheRunLoopItself() {
    let never = Expectation("never")
    var isDone = false
    DispatchQueue.main.async {
      never.wait(timeout: .milliseconds(20))  // FAILS HERE
      isDone = true
    }
    while !isDone { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
  }

  func test7_waitAfterwards() {
    let done = Expectation("done")
    DispatchQueue.global().async { done.fulfill() }
    done.wait()
    Expectation("never").wait(timeout: .milliseconds(20))  // FAILS HERE
    XCTFail("the test has continued")
  }
}
