import Foundation

/// A page of the documentation that shows the mistakes of one folder of tests.
struct Page {
  /// The text above the mistakes.
  private let introduction: String
  /// The folder of the tests with the mistakes.
  private let folder: String
  /// The file name in the documentation.
  let name: String

  static let all = [typicalMistakes]

  private static let typicalMistakes = Page(
    introduction: """
      # Typical mistakes

      Common mistakes in asynchronous tests, and the failure that each one causes.

      ## Overview

      Each section shows a mistake, the text of its failure, and the results of XCTest, of Swift Testing's `confirmation` and of
      polling for the same mistake. The code is a test, and the texts are its output:
      `Tests/Checks/Consumer/gallery --write` writes this page, and without `--write` it fails when a text has changed. Digits that differ between runs are written as x.

      The lines that a text names are marked in the code. Polling represents libraries such as Nimble: a function polls and
      prints as they do, because none of them is linked here. A `confirmation` never waits.


      """,
    folder: "Gallery", name: "TypicalMistakes.md")

  /// The folder, which is also the name of the target, of the page's tests.
  var target: String { folder }

  func mistakes(in tests: URL) throws -> [Mistake] {
    try FileManager.default.contentsOfDirectory(
      at: tests.appendingPathComponent(folder), includingPropertiesForKeys: nil
    )
    .sorted { $0.path < $1.path }.compactMap { try Mistake($0) }
  }

  /// The text of the page, made from the mistakes and the output of their tests.
  func text(_ mistakes: [Mistake], _ recorded: Recorded) -> String {
    let sections = mistakes.map { Section(mistake: $0, recorded: recorded) }
    return introduction + sections.map(\.text).joined()
  }
}

/// One mistake on a page.
struct Section {
  private static let silence = "(nothing: the test passes)"

  let mistake: Mistake
  let recorded: Recorded

  /// The failures of its tests.
  var own: String { recorded.text(of: mistake.ownTests) ?? "nothing was recorded" }

  /// Whether the text names a line of the code.
  var isNamed: Bool { mistake.code(namedBy: own).isNamed }

  var text: String { head + (mistake.hasPeers ? peers : "") }

  private var head: String {
    """
    ## \(mistake.title)

    \(mistake.prose)

    ```swift
    \(mistake.code(namedBy: own).text)
    ```

    ```
    \(own)
    ```


    """
  }

  private var peers: String {
    """
    XCTest:

    ```
    \(recorded.text(of: [mistake.xctest]) ?? Self.silence)
    ```

    Swift Testing's `confirmation`:

    ```
    \(recorded.text(of: [mistake.confirmation]) ?? Self.silence)
    ```

    Polling:

    ```
    \(recorded.text(of: [mistake.polling]) ?? Self.silence)
    ```


    """
  }
}
