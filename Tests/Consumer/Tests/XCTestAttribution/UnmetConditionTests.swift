import Expectations
import XCTest

/// A condition that does not come true.
final class UnmetConditionTests: XCTestCase {
  private func run(_ number: Int) throws {
    let isGuilty = Guilt.isGuilty(number)
    try eventually("holds", timeout: .milliseconds(30)) { !isGuilty }  // FAILS HERE
  }

  func test01() throws { try run(1) }
  func test02() throws { try run(2) }
  func test03() throws { try run(3) }
  func test04() throws { try run(4) }
  func test05() throws { try run(5) }
  func test06() throws { try run(6) }
  func test07() throws { try run(7) }
  func test08() throws { try run(8) }
  func test09() throws { try run(9) }
  func test10() throws { try run(10) }
  func test11() throws { try run(11) }
  func test12() throws { try run(12) }
  func test13() throws { try run(13) }
  func test14() throws { try run(14) }
  func test15() throws { try run(15) }
  func test16() throws { try run(16) }
  func test17() throws { try run(17) }
  func test18() throws { try run(18) }
  func test19() throws { try run(19) }
  func test20() throws { try run(20) }
}
