import Dispatch
import Expectations
import Foundation
import Testing
import XCTest

/// Tests of both frameworks in one process, as Xcode runs them.
final class OfXCTestTests: XCTestCase {
  func test1_fails() {
    Expectation("never").wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  func test2_failsOnAThread() {
    let done = Expectation("done")
    Thread.detachNewThread {
      Expectation("never").wait(timeout: .milliseconds(20))  // FAILS HERE
      done.fulfill()
    }
    done.wait()
  }

  func test3_leavesSomethingBehind() {
    let once = Expectation("once")
    LeftOver.early = { once.fulfill() }  // LATE, IN fails()
    once.fulfill()
    once.wait()
  }

  func test4_leavesSomethingBehind() {
    let once = Expectation("once")
    LeftOver.call = { once.fulfill() }  // LATE, IN Swift Testing
    once.fulfill()
    once.wait()
  }
}

@Suite(.serialized) struct OfSwiftTesting {
  /// At this point, the library does not know yet that a test of Swift Testing runs.
  @Test func fulfillsBeforeItCreatesAnything() { LeftOver.early() }

  @Test func fails() async {
    await Expectation("never").wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  @Test func requires() async throws {
    try await Expectation("never", of: Int.self).wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  /// Swift Testing records for the run the failures of expectations that no test created.
  @Test func failsOnAThread() async {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        Expectation("never").wait(timeout: .milliseconds(20))  // FAILS THE RUN
        continuation.resume()
      }
    }
  }

  @Test func failsInADetachedTask() async {
    await Task.detached {
      _ = await Expectation("never").wait(timeout: .milliseconds(20))  // FAILS THE RUN
    }.value
  }

  @Test func fulfillsWhatXCTestLeftBehind() async {
    let done = Expectation("done")
    DispatchQueue.global().async {
      LeftOver.call()
      done.fulfill()
    }
    await done.wait()
  }
}

/// Only one test at a time uses it.
enum LeftOver {
  nonisolated(unsafe) static var early: () -> Void = {}
  nonisolated(unsafe) static var call: () -> Void = {}
}
