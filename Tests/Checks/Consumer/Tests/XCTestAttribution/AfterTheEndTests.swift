import Expectations
import XCTest

/// Over-fulfilled by the next test, which is itself correct.
final class AfterTheEndTests: XCTestCase {
  private static let leftOver = LeftOver()

  private func run(_ number: Int) {
    let isGuilty = Guilt.isGuilty(number)
    Self.leftOver.call?()
    let once = Expectation("once")
    Self.leftOver.call = {
      if isGuilty { once.fulfill() }  // FAILS HERE
    }
    once.fulfill()
    once.wait()
  }

  func test01() { run(1) }
  func test02() { run(2) }
  func test03() { run(3) }
}

/// Accessed by one test at a time.
private final class LeftOver: @unchecked Sendable {
  var call: (@Sendable () -> Void)?
}
