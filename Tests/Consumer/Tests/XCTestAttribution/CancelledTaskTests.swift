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
  func test04() async { await run(4) }
  func test05() async { await run(5) }
  func test06() async { await run(6) }
  func test07() async { await run(7) }
  func test08() async { await run(8) }
  func test09() async { await run(9) }
  func test10() async { await run(10) }
  func test11() async { await run(11) }
  func test12() async { await run(12) }
  func test13() async { await run(13) }
  func test14() async { await run(14) }
  func test15() async { await run(15) }
  func test16() async { await run(16) }
  func test17() async { await run(17) }
  func test18() async { await run(18) }
  func test19() async { await run(19) }
  func test20() async { await run(20) }
}
