import Foundation

/// A page of the documentation that shows the mistakes of one folder of tests.
struct Page {
  /// What stands above the mistakes.
  private let introduction: String
  /// The tests that make the mistakes.
  private let folder: String
  /// The file of the documentation.
  let name: String

  static let all = [typicalMistakes, moreMistakes]

  private static let typicalMistakes = Page(
    introduction: """
      # Typical mistakes

      What goes wrong in asynchronous tests, and the failure that each mistake yields.

      ## Overview

      Each section shows a mistake, the text of its failure, and what XCTest, Swift Testing's `confirmation` and polling make
      of the same. The code is a test, and the texts are what it printed: `Tests/Consumer/gallery --write` makes this page,
      and without `--write` it fails when a text has changed. Figures that differ from run to run are written as x.

      The lines that a text names are marked in the code. Polling stands for libraries such as Nimble: a function that
      polls as theirs do and says what they say, as none of them is linked here. A `confirmation` never waits.

      <doc:MoreMistakes> has other ones, without the texts of other libraries.


      """,
    folder: "Gallery", name: "TypicalMistakes.md")

  private static let moreMistakes = Page(
    introduction: """
      # More mistakes

      Errors of the code under test, and the failure that each yields.

      ## Overview

      As on the page <doc:TypicalMistakes>, the code is a test, and the texts are what it printed, here without those of
      other libraries. The lines that a text names are marked in the code.


      """,
    folder: "MoreMistakes", name: "MoreMistakes.md")

  func mistakes(in tests: URL) throws -> [Mistake] {
    try FileManager.default.contentsOfDirectory(
      at: tests.appendingPathComponent(folder), includingPropertiesForKeys: nil
    )
    .sorted { $0.path < $1.path }.compactMap { try Mistake($0) }
  }

  /// The text of the page: of mistakes, and of what their tests recorded.
  func text(_ mistakes: [Mistake], _ recorded: Recorded) -> String {
    introduction + mistakes.map { Section(mistake: $0, recorded: recorded).text }.joined()
  }
}

/// One mistake on a page.
struct Section {
  private static let silence = "(nothing: the test passes)"

  let mistake: Mistake
  let recorded: Recorded

  private var own: String { recorded.text(of: mistake.ownTests) ?? "nothing was recorded" }

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
