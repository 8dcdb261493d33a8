import Dispatch
import Expectations
import XCTest

/// Timed out in a wait inside another wait.
final class NestedWaitTests: XCTestCase {
  private func run(_ number: Int) {
    let isGuilty = Guilt.isGuilty(number)
    let (outer, inner) = (Expectation("outer"), Expectation("inner"))
    DispatchQueue.main.async {
      if !isGuilty { inner.fulfill() }
      inner.wait(timeout: .milliseconds(20))  // FAILS HERE
      outer.fulfill()
    }
    outer.wait()
  }

  func test01() { run(1) }
  func test02() { run(2) }
  func test03() { run(3) }
}
