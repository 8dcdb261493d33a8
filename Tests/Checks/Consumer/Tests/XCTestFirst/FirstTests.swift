import Dispatch
import Expectations
import Foundation
import XCTest

/// `check` also runs each of these tests in a process of its own, as `swift test --parallel` does, so that each is the
/// first test of its process, and the first code that uses the library.
final class FirstTests: XCTestCase {
  func testOverFulfilled_onAThread() {
    let saved = Expectation("saved")
    let done = DispatchGroup()
    done.enter()
    saved.fulfill()
    Thread {
      saved.fulfill()  // FAILS HERE
      done.leave()
    }.start()
    done.wait()
    saved.wait()
  }

  // The main thread stays free, because time during which it is held does not count.
  func testTimeout_onAThread() async {
    await withCheckedContinuation { continuation in
      Thread {
        Expectation("never").wait(timeout: .milliseconds(20))  // FAILS HERE
        continuation.resume()
      }.start()
    }
  }

  func testTimeout_inADetachedTask() async {
    await Task.detached {
      _ = await Expectation("never").wait(timeout: .milliseconds(20))  // FAILS HERE
    }.value
  }

  func testTimeout() throws {
    try Expectation("never", of: Int.self).wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  func testTimeout_async() async throws {
    try await Expectation("never", of: Int.self).wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  func testNeverAwaited() {
    _ = Expectation("saved")  // FAILS HERE
  }

  func testUnharmed() async throws {
    let saved = Expectation("saved", of: Int.self)
    Task.detached { saved.fulfill(1) }
    let value = try await saved.wait()
    XCTAssertEqual(value, 1)
  }
}
