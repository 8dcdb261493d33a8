import Expectations
import XCTest

/// The tests first use the library on a thread of the pool, where XCTest accepts no observers.
final class FirstUseTests: XCTestCase {
  func test1_isTheFirst() async {
    await Expectation("never").wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  func test2_requires() async throws {
    try await Expectation("never", of: Int.self).wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  @MainActor func test3_isOnTheMainActor() async throws {
    try await Expectation("never", of: Int.self).wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  func test4_isUnharmed() async {
    let done = Expectation("done")
    Task.detached { done.fulfill() }
    await done.wait()
  }
}
