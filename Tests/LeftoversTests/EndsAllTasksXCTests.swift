import Expectations
import Leftovers
import XCTest

final class EndsAllTasksXCTests: XCTestCase {
  override func invokeTest() { endsAllTasks { super.invokeTest() } }

  func testSynchronous() {
    let ended = Expectation("ended")
    Task { ended.fulfill() }
    ended.wait()
  }

  func testOnTheMainActor() {
    // It ends in the wait after the test.
    Task { @MainActor in await Task.yield() }
  }

  func testAsynchronous() async {
    let task = Task { await Task.yield() }
    await task.value
    await expectReleased { Released() }
  }

  private final class Released {}
}
