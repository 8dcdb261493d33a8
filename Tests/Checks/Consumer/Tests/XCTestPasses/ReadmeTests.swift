// [documented] The README shows lines of this file, and `DocumentedCodeTests` compares them.
import Expectations
import XCTest

final class DocumentTests: XCTestCase {
  func testSave() throws {
    let saved = Expectation("document saved", of: Bool.self)
    document.save(to: url) { saved.fulfill($0) }
    let isSaved = try saved.wait(timeout: .seconds(5))
    XCTAssertTrue(isSaved)
  }
}

private struct Document {
  func save(to url: String, _ completion: @escaping @Sendable (Bool) -> Void) { Task { completion(true) } }
}

private let document = Document()
private let url = "/document"
