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
}
