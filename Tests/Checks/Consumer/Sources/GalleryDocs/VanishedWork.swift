import Foundation

/// The page about work that vanished: for each program, what a timeout says in a build with coverage, and the path that
/// `expectations-trace` prints. `Tests/Checks/Vanished/check` runs both.
struct VanishedWork {
  private let page: URL
  private let mistakes: [Mistake]
  private let recorded: Recorded
  /// The paths by the names of the files; not all of them when they are only checked.
  private var paths: [String: String] = [:]

  /// - Parameters:
  ///   - tests: The folder of the tests.
  ///   - output: The folder with what they printed.
  init(tests: URL, output: URL, page: URL) throws {
    self.page = page
    recorded = Recorded(try String(contentsOf: output.appendingPathComponent("tests"), encoding: .utf8))
    mistakes = try FileManager.default.contentsOfDirectory(
      at: tests.appendingPathComponent("Vanished"), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }.compactMap { try Mistake($0) }
    for mistake in mistakes {
      let url = output.appendingPathComponent(mistake.file.replacing(".swift", with: ".path"))
      paths[mistake.file] = (try? String(contentsOf: url, encoding: .utf8)).map(Self.shown)
    }
  }

  /// The path without what differs between runs.
  private static func shown(_ path: String) -> String {
    path.split(separator: "\n").filter { !$0.hasPrefix("the whole path:") }.joined(separator: "\n")
      .replacing(#/\d+\.\d\d ms/#, with: "x.xx ms").replacing(#/(thread|task) \d+/#) { "\($0.1) n" }
  }

  func write() throws {
    let text = Self.introduction + mistakes.map { section($0) + path($0) }.joined()
    try text.write(to: page, atomically: true, encoding: .utf8)
  }

  /// What the page lacks: sections, and where paths end.
  func differences() throws -> [String] {
    let text = try String(contentsOf: page, encoding: .utf8)
    let sections = mistakes.filter { !text.contains(section($0)) }.map { "the page differs from:\n\(section($0))" }
    let failures = mistakes.filter { recorded.unedited(of: $0.inXCTest) == nil }.map {
      "no failure of XCTest: \($0.name)"
    }
    let ends = mistakes.compactMap { mistake in
      paths[mistake.file]?.split(separator: "\n").first { $0.contains("your code ran to") }
    }.filter { !text.contains($0) }.map { "a path ends elsewhere: \($0)" }
    return sections + failures + ends
  }

  private func section(_ mistake: Mistake) -> String {
    """
    ## \(mistake.title)

    \(mistake.prose)

    ```swift
    \(mistake.code.joined(separator: "\n"))
    ```

    ```
    \(recorded.text(of: [mistake.name]) ?? "nothing was recorded")
    ```


    """
  }

  private func path(_ mistake: Mistake) -> String {
    """
    ```
    \(paths[mistake.file] ?? "no path was recorded")
    ```


    """
  }

  private static let introduction = """
    # Work that vanished

    Programs whose work ends early, without an error and without a trace, and what a timeout says about them.

    ## Overview

    An early `return`, an empty `case`, a callback that was never set: afterwards nothing stands anywhere. The mistake is in
    the line with the mark ✘. The code of each section is a test, and the texts are its output on Linux.

    The first text is that of a debug build with coverage: `swift test --enable-code-coverage --no-parallel`. Without
    coverage, the lines about what ran are missing. The second text is the path that `swift run expectations-trace` prints.
    <doc:ReadingAFailure> explains both. `Tests/Checks/Vanished/check --write` writes this page.


    """
}
