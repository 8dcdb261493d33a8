// # A generation is taken too early
//
// The model discards the hits of an earlier search. It notes the number of the search before it counts it, so that
// every search looks like an earlier one.
import Expectations
import Testing

// [code]
struct WordIndex: Sendable {
  let words = ["swallow", "swift", "swim"]

  func hits(for text: String) async -> [String] { words.filter { $0.hasPrefix(text) } }
}

actor SearchModel {
  private let index = WordIndex()
  private let show: @Sendable ([String]) -> Void
  private var generation = 0

  init(show: @escaping @Sendable ([String]) -> Void) { self.show = show }

  func search(_ text: String) async {
    let mine = generation  // ✘
    generation += 1
    let hits = await index.hits(for: text)
    if mine == generation { show(hits) }
  }
}

@Test func generationTakenTooEarly() async throws {
  let shown = Expectation("hits shown", of: [String].self)
  let model = SearchModel { shown.fulfill($0) }
  Task { await model.search("swi") }
  try await shown.wait(timeout: .milliseconds(300))
}
