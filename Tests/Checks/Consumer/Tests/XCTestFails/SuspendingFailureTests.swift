import Dispatch
import Expectations
import XCTest

/// Each test with a marked line has one problem; the other tests have none.
final class SuspendingFailureTests: XCTestCase {
  func testAsyncTimeout_boolForm() async {
    let never = Expectation("never")
    await never.wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  @MainActor func testAsyncTimeout_onTheMainActor() async throws {
    let never = Expectation("never", of: Int.self)
    try await never.wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  func testAsyncTimeout_ofAny() async {
    let never = Expectation("never")
    let neither = Expectation("neither")
    await wait(forAnyOf: [never, neither], timeout: .milliseconds(20))  // FAILS HERE
  }

  func testAsyncTimeout_inATaskGroup() async {
    let never = Expectation("never")
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await never.wait(timeout: .milliseconds(20))  // FAILS HERE
      }
    }
  }

  func testAsyncOverFulfilled_afterTheWait_inADetachedTask() async {
    let once = Expectation("once")
    let done = Expectation("done")
    once.fulfill()
    await once.wait()
    Task.detached {
      once.fulfill()  // FAILS HERE
      done.fulfill()
    }
    await done.wait()
  }

  func testAsyncMustNotHappen() async {
    let alarm = Expectation("alarm", count: 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(5)) {
      alarm.fulfill()  // FAILS HERE
    }
    await alarm.wait()
  }

  func testAsyncWrongOrder() async {
    let first = Expectation("first")
    let second = Expectation("second")
    Task.detached {
      second.fulfill()  // FAILS HERE
      first.fulfill()
    }
    await wait(for: [first, second], enforceOrder: true)
  }

  func testAsyncError_thatIsNotThrown() async {
    let loaded = Expectation("loaded")
    Task.detached { loaded.fulfill(throwing: LoadError.refused) }
    await loaded.wait()  // FAILS HERE
  }

  func testAsyncEmptyList() async {
    await wait(for: [])  // FAILS HERE
  }
}
