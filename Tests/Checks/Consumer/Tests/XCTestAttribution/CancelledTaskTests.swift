import Expectations
import XCTest

/// An event that must not happen happens when a task is canceled. The wait that is canceled with it does not fail.
final class CancelledTaskTests: XCTestCase {
  private func run(_ number: Int) async {
    let isGuilty = Guilt.isGuilty(number)
    let rolledBack = Expectation("rolled back", count: 0)
    let task = Task {
      await withTaskCancellationHandler {
        await Expectation("never").wait(timeout: .seconds(60))
      } onCancel: {
        if isGuilty { rolledBack.fulfill() }  // FAILS HERE
      }
    }
    task.cancel()
    _ = await task.value
    await rolledBack.wait(timeout: .milliseconds(1))
  }

  func test01() async { await run(1) }
  func test02() async { await run(2) }
  func test03() async { await run(3) }
}
