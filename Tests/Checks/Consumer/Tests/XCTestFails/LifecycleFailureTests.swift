import Expectations
import XCTest

/// A wait outside the test method belongs to the test that runs it, and so does a wait for an expectation created
/// outside it.
final class AsyncTearDownFailureTests: XCTestCase {
  func testWait_inAnAsyncTearDown() {}

  override func tearDown() async throws {
    await Expectation("closed").wait(timeout: .milliseconds(20))  // FAILS HERE
  }
}

final class SetUpFailureTests: XCTestCase {
  private var opened: Expectation<Void>?

  override func setUp() async throws {
    opened = Expectation("opened")
  }

  func testWait_inAnAsyncTearDown_forWhatSetUpCreated() {}

  override func tearDown() async throws {
    _ = await opened?.wait(timeout: .milliseconds(20))  // FAILS HERE
  }
}

final class BlockingTearDownFailureTests: XCTestCase {
  private let closed = Expectation("closed", of: Int.self)

  func testWait_inATearDown_forAStoredProperty() {}

  override func tearDownWithError() throws {
    XCTAssertThrowsError(try closed.wait(timeout: .milliseconds(20)))  // FAILS HERE
  }
}

final class StoredPropertyFailureTests: XCTestCase {
  private let saved = Expectation("saved")

  func testWait_forAStoredProperty() {
    saved.wait(timeout: .milliseconds(20))  // FAILS HERE
  }
}

/// The error that ends a test is its failure. Waits that the test never reached add none.
final class ThrownErrorFailureTests: XCTestCase {
  private let kept = Expectation("kept")

  func testError_beforeTheWaits() throws {
    let (saved, events) = (Expectation("saved"), Recorder<Int>("events"))
    events.record(1)
    saved.fulfill()
    throw LoadError.refused  // FAILS SOMEWHERE
  }

  func testError_async_beforeTheWaits() async throws {
    _ = Expectation("saved")
    await Task.yield()
    throw LoadError.refused  // FAILS SOMEWHERE
  }
}
