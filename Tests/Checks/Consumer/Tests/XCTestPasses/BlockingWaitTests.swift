import Dispatch
import Expectations
import XCTest

/// Synchronous tests: the wait blocks, and services the main queue in the meantime. The methods of a test case hide the
/// functions of the same names.
final class BlockingWaitTests: XCTestCase {
  func testMethodsOfATestCase() throws {
    let (name, size, never) = (
      Expectation("name", of: String.self), Expectation("size", of: Int.self), Expectation("never")
    )
    DispatchQueue.main.async {
      name.fulfill("map")
      size.fulfill(3)
    }
    XCTAssertEqual(wait(forAnyOf: [never, size]), 1)
    XCTAssertTrue(wait(for: [name, size], enforceOrder: true))
    let (gotName, gotSize) = try values(of: name, size)
    XCTAssertEqual(gotName, "map")
    XCTAssertEqual(gotSize, 3)
    XCTAssertEqual(try values(of: [size]), [3])
    XCTAssertTrue(report(of: [name, size]).isSuccess)
  }

  func testOutcome_timedOut_recordsNothing() {
    let never = Expectation("never")
    XCTAssertEqual(report(of: [never], timeout: .zero).outcome, .timedOut)
  }
}
