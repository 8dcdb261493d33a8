import Expectations
import XCTest

/// `async` tests: the wait suspends.
final class SuspendingWaitTests: XCTestCase {
  func testMethodsOfATestCase() async throws {
    let (name, size, never) = (
      Expectation("name", of: String.self), Expectation("size", of: Int.self), Expectation("never")
    )
    Task {
      name.fulfill("map")
      size.fulfill(3)
    }
    let first = await wait(forAnyOf: [never, size])
    XCTAssertEqual(first, 1)
    let isComplete = await wait(for: [name, size], enforceOrder: true)
    XCTAssertTrue(isComplete)
    let (gotName, gotSize) = try await values(of: name, size)
    XCTAssertEqual(gotName, "map")
    XCTAssertEqual(gotSize, 3)
    let sizes = try await values(of: [size])
    XCTAssertEqual(sizes, [3])
    let report = await report(of: [name, size])
    XCTAssertTrue(report.isSuccess)
  }
}
