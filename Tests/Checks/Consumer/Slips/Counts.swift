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
}

/// The properties of XCTestExpectation.
func properties(of saved: Expectation<Void>) {
  saved.isInverted = true
  saved.expectedFulfillmentCount = 2
  saved.assertForOverFulfill = false
  print(saved.isInverted, saved.expectedFulfillmentCount, saved.assertForOverFulfill)
}
