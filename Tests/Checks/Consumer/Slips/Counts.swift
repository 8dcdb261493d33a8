import Expectations
import Foundation

/// Counts without a lower bound.
func counts() {
  _ = Expectation("retried", count: ...2)
  _ = Expectation("retried", count: ..<3)
  _ = Expectation("retried", count: ...)
  _ = Expectation("answer", of: Int.self, count: ...2)
  _ = Expectation("answer", of: Int.self, count: ..<3)
  _ = Expectation("answer", of: Int.self, count: ...)
  let saved = Notification.Name("saved")
  _ = Expectation(notification: saved, count: ...2)
  _ = Expectation(notification: saved, count: ..<3)
  _ = Expectation(notification: saved, count: ...)
  _ = Expectation(notification: saved, count: ...2) { $0.userInfo?["version"] as? Int }
  _ = Expectation(notification: saved, count: ..<3) { $0.userInfo?["version"] as? Int }
  _ = Expectation(notification: saved, count: ...) { $0.userInfo?["version"] as? Int }
}

/// The properties of XCTestExpectation.
func properties(of saved: Expectation<Void>) {
  saved.isInverted = true
  saved.expectedFulfillmentCount = 2
  saved.assertForOverFulfill = false
  print(saved.isInverted, saved.expectedFulfillmentCount, saved.assertForOverFulfill)
}
