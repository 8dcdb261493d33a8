import Expectations
import XCTest

/// A wait that times out and stops the test.
final class TimedOutTests: XCTestCase {
  private func run(_ number: Int) async throws {
    let isGuilty = Guilt.isGuilty(number)
    let answer = Expectation("answer", of: Int.self)
    if !isGuilty { answer.fulfill(42) }
    try await answer.wait(timeout: .milliseconds(50))  // FAILS HERE
  }

  func test01() async throws { try await run(1) }
  func test02() async throws { try await run(2) }
  func test03() async throws { try await run(3) }
}
