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
}
