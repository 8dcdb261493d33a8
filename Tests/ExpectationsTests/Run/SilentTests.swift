import Foundation
import XCTest

/// A test that hangs without waiting for anything, where it is asked to: `FirstTestTests` does.
final class SilentTests: XCTestCase {
  /// Names the file that standard error goes to.
  static let variable = "EXPECTATIONS_TEST_HANGS_UNTIL_NAMED_IN"

  func testHangs_untilItIsNamed() throws {
    guard let path = ProcessInfo.processInfo.environment[Self.variable] else { return }
    let end = Date(timeIntervalSinceNow: 60)
    while try !String(contentsOfFile: path, encoding: .utf8).contains(name) {
      // It stands for a test that hangs; nothing is synchronized by it.
      Thread.sleep(forTimeInterval: 0.01)
      if Date() > end { return XCTFail("the watchdog has not named this test") }
    }
  }
}
