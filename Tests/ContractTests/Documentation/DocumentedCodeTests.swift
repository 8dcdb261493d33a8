import Foundation
import TestSupport
import Testing

@testable import enum Expectations.EnvironmentSetting

/// The documentation shows only code that a test compiles and runs, and only failures that a test prints.
///
/// Each paragraph of a code block stands, line by line, in a test file whose first line has the mark `[documented]`.
/// For other blocks, a hidden note right above says what they are: `Tests/Checks/Consumer/gallery` compares blocks with
/// `printed by …`, and `not compiled: …` gives a reason.
@Suite(.ownThreads) struct DocumentedCodeTests {
  private static let package = URL(fileURLWithPath: #filePath).appendingPathComponent("../../../..").standardized
  /// The pages that are generated from tests.
  private static let generated = ["TypicalMistakes.md"]

  /// The paths in the package of all files below a folder.
  private static func files(below folder: String, _ suffix: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: package.appendingPathComponent(folder).path)
      .filter { $0.hasSuffix(suffix) && !$0.contains(".build") }.sorted().map { "\(folder)/\($0)" }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
  }

  private static func blocks() throws -> [DocumentedBlock] {
    let folders = ["Expectations", "ExpectationsDiagnosis", "Exploration", "XCTestCompatibility", "Leftovers"]
      .map { "Sources/\($0)" }
    let articles = try folders.flatMap { try files(below: $0, ".md") }.filter { path in
      !generated.contains { path.hasSuffix("/\($0)") }
    }
    return try (["README.md"] + articles).flatMap { DocumentedBlock.all(in: try text($0), at: $0) }
      + folders.flatMap { try files(below: $0, ".swift") }.flatMap {
        DocumentedBlock.all(inCommentsOf: try text($0), at: $0)
      }
  }

  /// The lines of the marked files.
  private static func tests() throws -> [[String]] {
    let targets = [
      "ExpectationsTests", "ContractTests", "ExpectationsDiagnosisTests", "ExplorationTests", "SamplesTests",
      "ExpectationsTraceTests", "XCTestCompatibilityTests", "ExpectationsMigrateTests", "LeftoversTests",
      "Checks/Consumer/Tests", "Checks/Compatibility/Tests",
    ]
    return try targets.map { "Tests/\($0)" }
      .flatMap { try files(below: $0, ".swift") }.map { try text($0) }.filter { $0.hasPrefix("// [documented]") }
      .map { $0.components(separatedBy: "\n").map(DocumentedBlock.normalized) }
  }

  private static func contains(_ lines: [String], _ paragraph: [String]) -> Bool {
    lines.indices.contains { lines[$0] == paragraph[0] && lines[$0...].starts(with: paragraph) }
  }

  @Test func everyBlock_isInATest() throws {
    let (blocks, tests) = (try Self.blocks(), try Self.tests())
    #expect(blocks.count > 100)
    for block in blocks where block.note == nil && block.language != "sh" {
      #expect(["", "swift"].contains(block.language), "\(block.place): what is \(block.language)?")
      let isThere = tests.contains { test in block.paragraphs.allSatisfy { Self.contains(test, $0) } }
      #expect(isThere, "\(block.place): no test has these lines:\n\(block.lines.joined(separator: "\n"))")
    }
  }

  @Test func pageOfVariables_hasAllOfThem() throws {
    let page = try Self.text("Sources/Expectations/Expectations.docc/EnvironmentVariables.md")
    let names = page.matches(of: /(?m)^\| `(EXPECTATIONS_\w+)` \|/).map { String($0.1) }
    #expect(names.sorted() == EnvironmentSetting.products.keys.sorted())
  }

  @Test func everyNote_isKnown() throws {
    let notes = try Self.blocks().compactMap(\.note)
    let printed = Self.captures(of: notes, #/(?:first line )?printed by (\w+)/#)
    #expect(Set(printed).count == 6)
    let notCompiled = Self.captures(of: notes, #/not compiled: (.+)/#)
    #expect(notCompiled == ["part of a manifest"])
    #expect(printed.count + notCompiled.count == notes.count, "\(notes)")
  }

  private static func captures(of notes: [String], _ pattern: Regex<(Substring, Substring)>) -> [String] {
    notes.compactMap { $0.wholeMatch(of: pattern).map { String($0.1) } }
  }

  @Test func block_isFound_withItsNoteAndItsPlace() {
    let text = """
      text
      <!-- not compiled: why -->
      ```swift
        private let one = 1

      let  two = 2  // two
      ```
      ```
      output
      ```
      """
    let blocks = DocumentedBlock.all(in: text, at: "A.md")
    #expect(blocks.map(\.place) == ["A.md:3", "A.md:8"])
    #expect(blocks.map(\.language) == ["swift", ""])
    #expect(blocks.map(\.note) == ["not compiled: why", nil])
    #expect(blocks.map(\.paragraphs) == [[["let one = 1"], ["let two = 2 // two"]], [["output"]]])
    let source = "  /// Text:\n  ///\n  /// ```swift\n  /// f()\n  /// ```\n  func f() {}\n"
    #expect(DocumentedBlock.all(inCommentsOf: source, at: "A.swift").map(\.lines) == [["f()"]])
  }
}
