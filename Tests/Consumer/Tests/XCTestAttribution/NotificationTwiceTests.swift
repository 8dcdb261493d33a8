import Dispatch
import Expectations
import Foundation
import XCTest

/// A notification that is posted twice from a Dispatch thread. A post has no line, so the failure is at the wait.
final class NotificationTwiceTests: XCTestCase {
  private func run(_ number: Int) {
    let isGuilty = Guilt.isGuilty(number)
    let (center, name) = (NotificationCenter(), Notification.Name("saved"))
    let saved = Expectation(notification: name, center: center)
    DispatchQueue.global().sync {
      center.post(name: name, object: nil)
      if isGuilty { center.post(name: name, object: nil) }
    }
    saved.wait()  // FAILS HERE
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
