import Expectations
import Foundation
import XCTest

/// A failure after the very last test: XCTest has printed its verdict, so only the exit status can still show it.
final class TooLateTests: XCTestCase {
  private static let leftOver = Expectation("left over")

  func test1_isTheLastOfAll() {
    Self.leftOver.fulfill()
    Self.leftOver.wait()
    atexit { TooLateTests.leftOver.fulfill() }  // LATE, IN the process
  }
}
