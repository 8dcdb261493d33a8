// # The notification goes to another center
//
// The service has a center of its own, and posts there. The text names the observed center.
import Expectations
import Foundation
import Testing

// [code]
final class Session: Sendable {
  static let didExpire = Notification.Name("sessionDidExpire")
  private let center: NotificationCenter

  init(center: NotificationCenter) { self.center = center }

  func expire() { center.post(name: Self.didExpire, object: self) }
}

@Test func otherCenter() async {
  let session = Session(center: NotificationCenter())
  let expired = Expectation(notification: Session.didExpire)
  session.expire()
  await expired.wait(timeout: .milliseconds(100))
}
