/// Names of XCTest's that are about waits, and what is said of those that this tool does not rewrite.
enum XCTestNames {
  static let types: Set<String> = [
    "XCTestExpectation", "XCTWaiter", "XCTWaiterDelegate", "XCTNSNotificationExpectation", "XCTNSPredicateExpectation",
    "XCTKVOExpectation", "XCTDarwinNotificationExpectation",
  ]
  static let functions: Set<String> = ["waitForExpectations", "keyValueObservingExpectation"]
  static let settings: Set<String> = ["expectedFulfillmentCount", "isInverted", "assertForOverFulfill"]

  /// Whether a token is the name of a call that creates an expectation which the test case knows.
  static func isCreation(_ index: Int, in file: SourceFile) -> Bool {
    guard file[index + 1] == "(", file[index - 1] != "func" else { return false }
    switch file[index] {
    case "expectation": return ["description", "for", "forNotification"].contains(file[index + 2])
    case "keyValueObservingExpectation": return true
    default: return false
    }
  }

  static func advice(_ label: String?) -> String {
    switch label {
    case "for": "waits for a predicate; the native form is `eventually`"
    case "forNotification": "waits for a notification; the native form is `Expectation(notification:object:)`"
    default: "observes a key path; observe it, and fulfill an `Expectation`"
    }
  }

  static func advice(typeNamed name: String, isInSignature: Bool) -> String {
    switch name {
    case "XCTWaiter": "uses `XCTWaiter`; the native form is `report(of:timeout:)`"
    case "XCTNSNotificationExpectation": advice("forNotification")
    case "XCTNSPredicateExpectation": advice("for")
    case _ where isInSignature: "takes or returns a `\(name)`"
    default: "uses the type `\(name)`"
    }
  }
}
