import Expectations
import XCTest

/// Numbers as timeouts, and names from XCTest, in a test case, whose methods hide the free functions.
final class XCTestNames: XCTestCase {
  let saved = Expectation("saved")
  let loaded = Expectation("loaded", of: Int.self)

  func testSynchronously() throws {
    saved.wait(timeout: 5)
    XCTAssertEqual(try loaded.wait(timeout: 5), 3)
    wait(for: [saved, loaded], timeout: 5)
    wait(for: [saved, loaded], timeout: 5)
    wait(for: [saved, loaded], timeout: 5, enforceOrder: true)
  }

  func testAsynchronously() async throws {
    await saved.wait(timeout: 5)
    await wait(for: [saved, loaded], timeout: 5)
    await wait(for: [saved, loaded], timeout: 5)
    await fulfillment(of: [saved, loaded], timeout: 5)
    await fulfillment(of: [saved, loaded], timeout: .seconds(5))
  }
}
