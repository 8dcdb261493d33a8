import Expectations
import XCTest

nonisolated final class InXCTest: XCTestCase {
  private let opened = Expectation("opened")

  func testWaits() async throws {
    let saved = Expectation("saved", of: Int.self)
    let service = Service()
    service.save(1, completion: saved.handler)
    service.open(completion: opened.handler)
    await opened.wait()
    let value = try await saved.wait()
    XCTAssertEqual(value, 1)
  }

  func testBlockingWaits() throws {
    let saved = Expectation("saved", of: Int.self)
    Service().save(2, completion: saved.handler)
    opened.fulfill()
    wait(for: [saved, opened], timeout: .seconds(5), enforceOrder: false)
    XCTAssertEqual(try saved.wait(), 2)
  }
}
