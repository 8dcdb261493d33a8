// [documented] The code of the documentation.
import Dispatch
import Testing
import XCTestCompatibility

private struct Document {
  private let queue = DispatchQueue(label: "document")

  func save(completion: @escaping @Sendable () -> Void) {
    for _ in 1...2 { queue.async(execute: completion) }
  }

  func save(written: @escaping @Sendable () -> Void, closed: @escaping @Sendable () -> Void) {
    queue.async(execute: written)
    queue.async(execute: closed)
  }
}

@Suite struct DocumentTests {
  @Test func savesTheDocument() {
    let saved = expectation(description: "document saved")
    saved.expectedFulfillmentCount = 2
    Document().save { saved.fulfill() }
    waitForExpectations(timeout: 5)
  }

  @Test func savesInOrder() async {
    let (written, closed) = (expectation(description: "written"), expectation(description: "closed"))
    Document().save(written: { written.fulfill() }, closed: { closed.fulfill() })
    await fulfillment(of: [written, closed], timeout: 5, enforceOrder: true)
  }
}

@Suite struct CommentTests {
  private let document = AnyDocument()

  @Test func savesTheDocument() async {
    let saved = expectation(description: "document saved")
    document.save { saved.fulfill() }
    await fulfillment(of: [saved], timeout: 5)
  }

  @Test func madeByItsClass() async {
    let saved = XCTestExpectation(description: "document saved")
    document.save { saved.fulfill() }
    await fulfillment(of: [saved], timeout: 5)
  }

  @Test func waiter() async {
    let saved = XCTestExpectation(description: "document saved")
    document.save { saved.fulfill() }
    let result = await XCTWaiter().fulfillment(of: [saved], timeout: 5)
    #expect(result == .completed)
  }
}

private struct AnyDocument {
  func save(completion: @escaping @Sendable () -> Void) { DispatchQueue.global().async(execute: completion) }
}
