import Dispatch
import Expectations
import XCTest

/// Created, fulfilled elsewhere, and released there without a wait.
final class NeverWaitedForTests: XCTestCase {
  private func run(_ number: Int) {
    let isGuilty = Guilt.isGuilty(number)
    guard isGuilty else { return }
    let released = DispatchSemaphore(value: 0)
    do {
      let forgotten = Expectation("forgotten")  // FAILS HERE
      DispatchQueue.global().async {
        forgotten.fulfill()
        DispatchQueue.global().async { released.signal() }
      }
    }
    released.wait()
  }

  func test01() { run(1) }
  func test02() { run(2) }
  func test03() { run(3) }
}
