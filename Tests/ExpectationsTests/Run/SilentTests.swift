import Foundation
import XCTest

import class Expectations.Expectation

/// A test that hangs without waiting. `FirstTestTests` switches it on.
final class SilentTests: XCTestCase {
  /// The variable that names the file for standard error.
  static let variable = "SILENT_TEST_HANGS_UNTIL_NAMED_IN"

  func testHangs_untilItIsNamed() throws {
    guard let path = ProcessInfo.processInfo.environment[Self.variable] else { return }
    let end = Date(timeIntervalSinceNow: 60)
    while try !String(contentsOfFile: path, encoding: .utf8).contains(name) {
      // This sleep simulates a test that hangs; it synchronizes nothing.
      Thread.sleep(forTimeInterval: 0.01)
      if Date() > end { return XCTFail("the watchdog has not named this test") }
    }
  }

  func testHangs_afterAWait() throws {
    guard ProcessInfo.processInfo.environment[Self.variable] != nil else { return }
    let answered = Expectation("answered")
    DispatchQueue.global().async { answered.fulfill() }
    answered.wait()
    // This sleep simulates a test that hangs; it synchronizes nothing.
    Thread.sleep(forTimeInterval: 600)
  }
}
