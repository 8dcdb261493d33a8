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
  func test04() async throws { try await run(4) }
  func test05() async throws { try await run(5) }
  func test06() async throws { try await run(6) }
  func test07() async throws { try await run(7) }
  func test08() async throws { try await run(8) }
  func test09() async throws { try await run(9) }
  func test10() async throws { try await run(10) }
  func test11() async throws { try await run(11) }
  func test12() async throws { try await run(12) }
  func test13() async throws { try await run(13) }
  func test14() async throws { try await run(14) }
  func test15() async throws { try await run(15) }
  func test16() async throws { try await run(16) }
  func test17() async throws { try await run(17) }
  func test18() async throws { try await run(18) }
  func test19() async throws { try await run(19) }
  func test20() async throws { try await run(20) }
}
