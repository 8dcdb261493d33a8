import Expectations
import XCTest

/// Over-fulfilled by the next test, which is itself correct.
final class AfterTheEndTests: XCTestCase {
  private static let leftOver = LeftOver()

  private func run(_ number: Int) {
    let isGuilty = Guilt.isGuilty(number)
    Self.leftOver.call?()
    let once = Expectation("once")
    Self.leftOver.call = {
      if isGuilty { once.fulfill() }  // FAILS HERE
    }
    once.fulfill()
    once.wait()
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

/// Accessed by one test at a time.
private final class LeftOver: @unchecked Sendable {
  var call: (@Sendable () -> Void)?
}
