import Testing

@testable import Exploration

/// Keeps the failure of an exploration, and compares its whole text: the documentation shows it.
struct Prints: SuiteTrait, TestTrait, TestScoping {
  let text: String
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard !test.isSuite else { return try await function() }
    let host = RecordingHost(ExplorationHosts.current)
    try await ExplorationHosts.$replacement.withValue(host) { try await function() }
    #expect(host.texts.count == 1)
    let texts = host.texts.map {
      $0.replacing(#/\([0-9.]+ (µs|ms|s)\)/#, with: "(0.2 ms)").replacing(#/ ← run\(_:noting:\).*/#, with: "")
    }
    // Lines of tasks need debugging information, and a module that only Linux has.
    #if os(Linux) && arch(x86_64) && DEBUG
      #expect(texts == [text], "\(texts.first ?? "")")
    #else
      #expect(texts.map { $0.split(separator: "\n").first } == [text.split(separator: "\n").first])
    #endif
  }
}

extension Trait where Self == Prints {
  static func prints(_ text: String) -> Prints { Prints(text: text) }
}
