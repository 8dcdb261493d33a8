import Foundation
import Testing

/// The snippets of an article are those that tests compile and run.
@Suite struct ArticleSnippetTests {
  private static let package = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }

  /// The lines between the fences, without their indents.
  private static func snippets(of article: String) -> [[String]] {
    article.components(separatedBy: "```swift\n").dropFirst().map { piece in
      lines(of: piece.components(separatedBy: "\n```")[0])
    }
  }

  private static func lines(of text: String) -> [String] {
    text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func comingFromXCTest_showsWhatItsTestsRun() throws {
    let article = try Self.text("Sources/Expectations/Expectations.docc/ComingFromXCTest.md")
    let tests = Self.lines(of: try Self.text("Tests/ExpectationsTests/ComingFromXCTestTests.swift"))
    let snippets = Self.snippets(of: article)
    #expect(snippets.count == 7)
    for snippet in snippets {
      let isThere = tests.indices.contains { tests[$0...].starts(with: snippet) }
      #expect(isThere, "no test runs \(snippet)")
    }
  }
}
