// [documented] The README shows lines of this file, and `DocumentedCodeTests` compares them.
import Expectations
import Testing

@Test func savesTheDocument() async throws {
  let saved = Expectation("document saved", of: Bool.self)
  document.save(to: url) { saved.fulfill($0) }
  #expect(try await saved.wait(timeout: .seconds(5)))
}

private struct Document {
  func save(to url: String, _ completion: @escaping @Sendable (Bool) -> Void) { Task { completion(true) } }
}

private let document = Document()
private let url = "/document"
