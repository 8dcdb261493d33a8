import Expectations
import XCTest

/// Over-fulfilled from a detached task, before the wait.
final class DetachedTaskTests: XCTestCase {
  private func run(_ number: Int) async {
    let isGuilty = Guilt.isGuilty(number)
    let once = Expectation("once")
    await Task.detached {
      once.fulfill()
      if isGuilty { once.fulfill() }  // FAILS HERE
    }.value
    await once.wait()
  }

  func test01() async { await run(1) }
  func test02() async { await run(2) }
  func test03() async { await run(3) }
}
