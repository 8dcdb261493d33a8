import Expectations
import XCTest

/// An unconsumed event that a detached task recorded.
final class UnconsumedEventTests: XCTestCase {
  private func run(_ number: Int) async throws {
    let isGuilty = Guilt.isGuilty(number)
    let progress = Recorder<Int>("progress")  // FAILS HERE
    await Task.detached {
      progress.record(1)
      if isGuilty { progress.record(2) }
    }.value
    let first = try await progress.next()
    XCTAssertEqual(first, 1)
  }

  func test01() async throws { try await run(1) }
  func test02() async throws { try await run(2) }
  func test03() async throws { try await run(3) }
}
