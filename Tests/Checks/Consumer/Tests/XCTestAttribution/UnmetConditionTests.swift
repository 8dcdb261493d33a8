import Expectations
import XCTest

/// A condition that does not come true.
final class UnmetConditionTests: XCTestCase {
  private func run(_ number: Int) throws {
    let isGuilty = Guilt.isGuilty(number)
    try eventually("holds", timeout: .milliseconds(30)) { !isGuilty }  // FAILS HERE
  }

  func test01() throws { try run(1) }
  func test02() throws { try run(2) }
  func test03() throws { try run(3) }
}
