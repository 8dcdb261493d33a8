import Dispatch
import Expectations
import XCTest

/// Over-fulfilled on a private queue after the wait, with nothing left to wait for.
final class OverFulfilledLateTests: XCTestCase {
  private func run(_ number: Int) {
    let isGuilty = Guilt.isGuilty(number)
    let queue = DispatchQueue(label: "late")
    let once = Expectation("once")
    queue.async { once.fulfill() }
    once.wait()
    queue.sync {
      if isGuilty { once.fulfill() }  // FAILS HERE
    }
  }

  func test01() { run(1) }
  func test02() { run(2) }
  func test03() { run(3) }
}
