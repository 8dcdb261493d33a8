import Expectations
import XCTest

/// The tests first use the library on a thread of the pool, where XCTest accepts no observers.
final class FirstUseTests: XCTestCase {
  func test1_isTheFirst() async {
    let never = Expectation("never")
    await never.wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  func test2_requires() async throws {
    let never = Expectation("never", of: Int.self)
    try await never.wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  @MainActor func test3_isOnTheMainActor() async throws {
    let never = Expectation("never", of: Int.self)
    try await never.wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  func test4_isUnharmed() async {
    let done = Expectation("done")
    Task.detached { done.fulfill() }
    await done.wait()
  }
}
