import Foundation
import TestSupport
import XCTest

@testable import Expectations

/// Notifications from other threads that race with the wait for them.
final class NotificationRaceTests: XCTestCase {
  private static let saved = Notification.Name("saved")

  func testPosts_racingWithTheWait_areNeverLost() async {
    let center = NotificationCenter()
    for _ in 0..<ProofSize.of(small: 1000, full: 5000) {
      let saved = Expectation(notification: Self.saved, center: center)
      DispatchQueue.global().async { center.post(name: Self.saved, object: nil) }
      let isSaved = await saved.wait(timeout: .seconds(10))
      XCTAssertTrue(isSaved)
    }
  }
}
