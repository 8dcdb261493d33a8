// [documented] With this file, the tests of a target use the waits of this package, and not XCTest's.
import Foundation
import XCTest
@_exported import XCTestCompatibility

typealias XCTestExpectation = XCTestCompatibility.XCTestExpectation
typealias XCTNSNotificationExpectation = XCTestCompatibility.XCTNSNotificationExpectation
typealias XCTNSPredicateExpectation = XCTestCompatibility.XCTNSPredicateExpectation
typealias XCTWaiter = XCTestCompatibility.XCTWaiter
typealias XCTWaiterDelegate = XCTestCompatibility.XCTWaiterDelegate

extension XCTestCase {
  // A method of the module itself hides that of XCTest if it has the same parameters.
  @preconcurrency @MainActor
  func waitForExpectations(
    timeout: TimeInterval, file: StaticString = #filePath, line: Int = #line, handler: XCWaitCompletionHandler? = nil
  ) {
    XCTestCompatibility.waitForExpectations(
      timeout: timeout, fileID: (file), filePath: file, line: UInt(clamping: line), column: 0, handler: handler)
  }
}
