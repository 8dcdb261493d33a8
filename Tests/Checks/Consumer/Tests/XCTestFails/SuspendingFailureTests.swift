import Expectations
import XCTest

/// Each test with a marked line has one problem; the other tests have none.
final class SuspendingFailureTests: XCTestCase {
  @MainActor func testAsyncTimeout_onTheMainActor() async throws {
    try await Expectation("never", of: Int.self).wait(timeout: .milliseconds(20))  // FAILS HERE
  }

  func testAsyncTimeout_inATaskGroup() async {
    let never = Expectation("never")
    await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        await never.wait(timeout: .milliseconds(20))  // FAILS HERE
      }
    }
  }

  func testAsyncError_thatIsNotThrown() async {
    let loaded = Expectation("loaded")
    Task.detached { loaded.fulfill(throwing: LoadError.refused) }
    await loaded.wait()  // FAILS HERE
  }
}
