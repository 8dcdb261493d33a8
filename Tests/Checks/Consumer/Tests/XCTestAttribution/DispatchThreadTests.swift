import Dispatch
import Expectations
import XCTest

/// Over-fulfilled from a Dispatch thread after the wait, while the test waits for something else.
final class DispatchThreadTests: XCTestCase {
  private func run(_ number: Int) {
    let isGuilty = Guilt.isGuilty(number)
    let once = Expectation("once")
    let done = Expectation("done")
    once.fulfill()
    once.wait()
    DispatchQueue.global().async {
      if isGuilty { once.fulfill() }  // FAILS HERE
      done.fulfill()
    }
    done.wait()
  }

  func test01() { run(1) }
  func test02() { run(2) }
  func test03() { run(3) }
}
