// [documented] The documentation shows lines of this file, and `DocumentedCodeTests` compares them.
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

private func waitUntilSent(_ document: Document, sourceLocation: SourceLocation = #_sourceLocation) async throws {
  try await ExpectationDefaults.$sourceLocation.withValue(sourceLocation) {
    try await eventually("document sent") { await document.isSaved }
  }
}

private func waitUntilOpened(_ document: Document, file: StaticString = #filePath, line: UInt = #line) throws {
  try eventually("document opened", filePath: file, line: line) { document.isOpen }
}

private func waitUntilSaved(_ document: Document, sourceLocation: SourceLocation = #_sourceLocation) async throws {
  try await ExpectationDefaults.$sourceLocation.withValue(sourceLocation) {
    try await eventually("document saved") { await document.isSaved }
  }
}

private func assertHello(_ text: String, filePath: StaticString = #filePath, line: UInt = #line) {
  XCTAssertEqual(text, "Hello", file: filePath, line: line)
}

@Suite struct HelperDocumentationTests {
  @Test func helper_failsAtTheLineOfItsCaller() async throws {
    let (_, host) = await recording {
      await ExpectationDefaults.$timeout.withValue(.zero) {
        try? await waitUntilSaved(Document(), column: #column)
        try? await expectSaved(Document())
        try? await within(line: 7) { try await Task.sleep(for: .seconds(3600)) }
      }
    }
    #expect(host.originals.map(\.site.line) == [#line - 5, #line - 4, 7])
    try await expectSaved(Document(isSaved: true))
  }

  @Test func helper_thatTakesASourceLocation_failsThere() async throws {
    let line = #line + 3
    let (_, host) = await recording {
      await ExpectationDefaults.$timeout.withValue(.zero) {
        try? await waitUntilSent(Document())
        try? await waitUntilSaved(Document(), sourceLocation: #_sourceLocation)
      }
    }
    #expect(host.originals.map(\.location?.line) == [line, line + 1])
    // The helpers stand above; which of their lines it is, is not for this test.
    let helpers = host.originals.map(\.site)
    try #require(helpers.count == 2 && helpers[0].line < helpers[1].line && Int(helpers[1].line) < line)
    for (number, description) in ["document sent", "document saved"].enumerated() {
      let text = host.failures[number].message
      #expect(host.failures[number].firstLine == "Timed out after 0 s: \"\(description)\" did not come true")
      #expect(text.contains("\n  tried once, the last value was false"))
      #expect(
        text.hasSuffix(
          "\n  (in a helper at \(helpers[number]), called at HelperDocumentationTests.swift:\(line + number))"))
    }
    try await waitUntilSent(Document(isSaved: true))
  }

  /// Each call shows only its own problems, at its own location.
  @Test func sourceLocation_isThatOfEveryCall() async {
    let location = #_sourceLocation
    let (_, calls) = await recording {
      let waited = await ExpectationDefaults.$sourceLocation.withValue(location) {
        let saved = Expectation("saved", of: Int.self)
        saved.fulfill(1)
        try? await saved.wait(equals: 2)
        await Expectation("never").wait(timeout: .zero)
        _ = try? await Recorder<Int>("numbers").next(timeout: .zero)
        await ManualClock().waitForSleepers(1, timeout: .zero)
        try? await within(.zero) { try await Task.sleep(for: .seconds(60)) }
        _ = await Task { await never("true", for: .zero) { true } }.value
        return await report(of: [Expectation("reported")], timeout: .zero)
      }
      waited.record()
    }
    #expect(calls.originals.map(\.location) == Array(repeating: location, count: 7), "\(calls.failures)")
    let (_, others) = await recording {
      await ExpectationDefaults.$sourceLocation.withValue(location) {
        let saved = Expectation("saved")
        for _ in 1...2 { saved.fulfill() }
        await saved.wait(timeout: .zero)
        Recorder<Int>("numbers").record(1)
        _ = Expectation("unawaited")
        let (first, second) = (Expectation("first"), Expectation("second"))
        second.fulfill()
        first.fulfill()
        await wait(for: [first, second], timeout: .zero, enforceOrder: true)
        await second.expectNone(for: .zero)
      }
    }
    #expect(others.originals.map(\.location) == [nil, nil, nil, nil, nil], "\(others.failures)")
  }
}

final class HelperDocumentationXCTests: XCTestCase {
  func test_helper_failsAtTheLineOfItsCaller() {
    let (_, host) = recording {
      ExpectationDefaults.$timeout.withValue(.zero) { try? waitUntilOpened(Document()) }
    }
    XCTAssertEqual(host.failures.map(\.line), [1])
    XCTAssertEqual(host.originals.map { "\($0.site.filePath)" }, [#filePath])
    assertHello("Hello")
  }
}
