import Expectations
import Foundation
import XCTest

/// An event that must not happen happens, on a thread of its own.
final class PlainThreadTests: XCTestCase {
  private func run(_ number: Int) {
    let isGuilty = Guilt.isGuilty(number)
    let alarm = Expectation("alarm", count: 0)
    let tried = Expectation("tried")
    Thread.detachNewThread {
      if isGuilty { alarm.fulfill() }  // FAILS HERE
      tried.fulfill()
    }
    tried.wait()
    alarm.wait(timeout: .milliseconds(1))
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
