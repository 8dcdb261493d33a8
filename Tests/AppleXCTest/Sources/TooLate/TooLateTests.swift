import Expectations
import Foundation
import XCTest

/// What fails after the last test of all: XCTest has said its verdict, and only the exit status is left.
final class TooLateTests: XCTestCase {
  private static let leftOver = Expectation("left over")

  func test1_isTheLastOfAll() {
    Self.leftOver.fulfill()
    Self.leftOver.wait()
    atexit { TooLateTests.leftOver.fulfill() }  // LATE, IN the process
  }
}
