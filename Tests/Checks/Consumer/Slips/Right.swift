import Expectations
import XCTest

/// Correct code that resembles the slips: the compiler must print no message for this file.
final class Right: XCTestCase {
  func testOfTheLibrary() throws {
    let first = Expectation("first", count: 2...)
    let second = Expectation("second", of: Int.self, count: 1...3)
    let third = Expectation("third", count: 0..<3)
    let timeout = Duration.seconds(3)
    first.wait(timeout: .seconds(5))
    first.wait(timeout: nil)
    third.wait(timeout: timeout)
    let value: Int = try second.wait(timeout: .seconds(5))
    XCTAssertEqual(try second.wait(timeout: timeout), value)
    wait(for: [first, second])
    wait(for: [first, second], timeout: .seconds(5), enforceOrder: true)
    wait(for: [first, third])
    wait(for: [first, second], timeout: timeout)
  }

  func testOfTheLibrary_asynchronously() async throws {
    let first = Expectation("first")
    let second = Expectation("second", of: Int.self)
    await first.wait(timeout: .seconds(5))
    try await second.wait(timeout: .seconds(5))
    await wait(for: [first, second], timeout: .seconds(5))
  }

  func testConditions() async throws {
    let first = Expectation("first", of: Int.self)
    try await eventually("first", timeout: .seconds(5)) { first.fulfillmentCount == 1 }
    try await eventually(succeeds: "first") { if first.values.isEmpty { throw CancellationError() } }
    try await eventually(succeeds: "first") { _ = try XCTUnwrap(first.values.first) }
    try await eventually(succeeds: "first") { try await Task.sleep(for: .zero) }
    let value = try await eventually("first") { first.values.first }
    try await eventually("first", equals: value) { first.values[0] }
    let (one, other) = try await values(of: first, first, timeout: .seconds(5))
    XCTAssertEqual(one, other)
  }

  @MainActor
  func testOfXCTest() {
    let own = expectation(description: "own")
    own.isInverted = true
    own.expectedFulfillmentCount = 2
    own.assertForOverFulfill = true
    wait(for: [own], timeout: 5)
    wait(for: [own], timeout: 5, enforceOrder: true)
    waitForExpectations(timeout: 5)
    waitForExpectations(timeout: 5, handler: nil)
  }

  func testOfXCTest_asynchronously() async {
    let own = expectation(description: "own")
    await fulfillment(of: [own], timeout: 5)
    await fulfillment(of: [own], timeout: 5, enforceOrder: true)
  }
}
