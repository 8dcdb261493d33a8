import Testing
import XCTest

import class Expectations.Expectation

@testable import Expectations

private actor Document {
  nonisolated let isOpen = false
  private(set) var isSaved: Bool
  var text: String { "Hello" }

  init(isSaved: Bool = false) { self.isSaved = isSaved }
}

/// The helpers of the documentation, as they stand there.
private func waitUntilSaved(
  _ document: Document, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async throws {
  try await eventually("document saved", fileID: fileID, filePath: filePath, line: line, column: column) {
    await document.isSaved
  }
}

private func expectSaved(
  _ document: Document, fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) async throws {
  try await waitUntilSaved(document, fileID: fileID, filePath: filePath, line: line, column: column)
  let place = SourceLocation(
    fileID: "\(fileID)", filePath: "\(filePath)", line: Int(line), column: Int(column))
  #expect(await document.text == "Hello", sourceLocation: place)
}

private func waitUntilOpened(_ document: Document, file: StaticString = #filePath, line: UInt = #line) throws {
  try eventually("document opened", filePath: file, line: line) { document.isOpen }
}

@Suite struct HelperDocumentationTests {
  @Test func helper_failsAtTheLineOfItsCaller() async throws {
    let (_, host) = await recording {
      await ExpectationDefaults.$timeout.withValue(.zero) {
        try? await waitUntilSaved(Document())
        try? await expectSaved(Document())
        try? await within(line: 7) { try await Task.sleep(for: .seconds(3600)) }
      }
    }
    #expect(host.failures.map { Int($0.site.line) } == [#line - 5, #line - 4, 7])
    try await expectSaved(Document(isSaved: true))
  }
}

final class HelperDocumentationXCTests: XCTestCase {
  func test_helper_failsAtTheLineOfItsCaller() {
    let (_, host) = recording {
      ExpectationDefaults.$timeout.withValue(.zero) { try? waitUntilOpened(Document()) }
    }
    XCTAssertEqual(host.failures.map { Int($0.site.line) }, [#line - 2])
    XCTAssertEqual(host.failures.map { "\($0.site.filePath)" }, [#filePath])
  }
}
