import Foundation

/// Runs the tests of the page of stuck programs many times, in both frameworks, and compares what each failure says
/// about threads and tasks with the page.
struct Repetition {
  let page: Page
  let mistakes: [Mistake]
  let document: URL
  let runs: Int

  /// Returns whether all runs agree with the page.
  func run() throws -> Bool {
    let published = try String(contentsOf: document, encoding: .utf8)
    var areAllRight = true
    for mistake in mistakes {
      guard let section = published.components(separatedBy: "## \(mistake.title)\n").last else { continue }
      // The first block is the code, and the second one the text.
      let expected = Self.standings(in: section.components(separatedBy: "```")[3])
      var counts: [String] = []
      for framework in TestRun.Framework.allCases {
        let right = try (1...runs).count { _ in try isRight(mistake, in: framework, expected) }
        areAllRight = areAllRight && right == runs
        counts.append("\(right) of \(runs) in \(framework.rawValue)")
      }
      print("\(mistake.name): \(counts.joined(separator: ", "))")
    }
    return areAllRight
  }

  private func isRight(_ mistake: Mistake, in framework: TestRun.Framework, _ expected: [String]) throws -> Bool {
    let method = "test\(mistake.name.prefix(1).uppercased())\(mistake.name.dropFirst())"
    let output =
      switch framework {
      case .swiftTesting: try TestRun.output(of: "\(page.target).\(mistake.name)", in: framework)
      case .xctest: try TestRun.output(of: "\(page.target).\(page.target)Tests/\(method)", in: framework)
      }
    let text = Recorded(output).text(of: [mistake.name, "\(page.target)Tests.\(method)"]) ?? ""
    let standings = Self.standings(in: text)
    guard !expected.isEmpty, standings == expected else {
      print("\(mistake.name) in \(framework.rawValue):\n\(standings.joined(separator: "\n"))")
      return false
    }
    return true
  }

  /// The lines about threads and tasks in the first failure of a text.
  private static func standings(in text: String) -> [String] {
    let lines = text.components(separatedBy: "\n").drop { !$0.contains("Timed out after") }.dropFirst()
    let standings = lines.prefix { $0.hasPrefix("  ") }.filter { line in
      !["  ✘", "  ✔", "  main queue: ", "  this wait blocked ", "  resumed "].contains { line.hasPrefix($0) }
    }
    // How many threads the pool has left depends on the framework.
    return standings.map { $0.replacing(#/^  \d+ × /#, with: "  ").replacing(#/^  an? /#, with: "  ") }
  }
}
