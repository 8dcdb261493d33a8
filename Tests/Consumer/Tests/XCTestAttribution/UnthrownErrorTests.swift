import Dispatch
import Expectations
import XCTest

/// Fulfilled with an error that no wait throws.
final class UnthrownErrorTests: XCTestCase {
  private func run(_ number: Int) {
    let isGuilty = Guilt.isGuilty(number)
    let loaded = Expectation("loaded", of: Int.self)
    let done = Expectation("done")
    DispatchQueue.global().async {
      if isGuilty { loaded.fulfill(throwing: CancellationError()) } else { loaded.fulfill(1) }
      done.fulfill()
    }
    wait(for: loaded, done)  // FAILS HERE
  }

  func test01() { run(1) }
  func test02() { run(2) }
  func test03() { run(3) }
  func test04() { run(4) }
  func test05() { run(5) }
  func test06() { run(6) }
  func test07() { run(7) }
  func test08() { run(8) }
  func test09() { run(9) }
  func test10() { run(10) }
  func test11() { run(11) }
  func test12() { run(12) }
  func test13() { run(13) }
  func test14() { run(14) }
  func test15() { run(15) }
  func test16() { run(16) }
  func test17() { run(17) }
  func test18() { run(18) }
  func test19() { run(19) }
  func test20() { run(20) }
}
