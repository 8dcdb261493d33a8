@testable import ExpectationsMigrate

/// What becomes of the body of a test, or of several files.
enum Rewriting {
  /// The lines of a test's body after rewriting. If it is left, they are unchanged.
  static func body(_ body: String, in signature: String = "func test()") -> String {
    let file = SourceFile(path: "Tests.swift", text: source(body, signature))
    let suite = Suite([file])
    let lines = text(file, suite.edits[0]).split(separator: "\n", omittingEmptySubsequences: false)
    let start = lines.firstIndex { $0.contains(signature) } ?? 0
    return lines[(start + 1)..<(lines.count - 3)].map { String($0.dropFirst(4)) }.joined(separator: "\n")
  }

  /// Why a test is left as it is.
  static func reasons(_ body: String, in signature: String = "func test()", others: String = "") -> [String] {
    Suite([SourceFile(path: "Tests.swift", text: source(body, signature, others))]).left.map(\.description)
  }

  static func source(_ body: String, _ signature: String = "func test()", _ others: String = "") -> String {
    let lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
    return
      "import XCTest\nclass Tests: XCTestCase {\n  \(signature) {\n\(lines.joined(separator: "\n"))\n  }\n\(others)}\n"
  }

  static func text(_ file: SourceFile, _ edits: [Edit]) -> String { Edit.apply(edits, to: file.bytes) }
}
