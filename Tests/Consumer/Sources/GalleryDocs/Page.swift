/// The page of the documentation that shows all mistakes.
struct Page {
  private(set) var text = """
    # Typical mistakes

    What goes wrong in asynchronous tests, and the failure that each mistake yields.

    ## Overview

    Each section shows a mistake, the text of its failure, and what XCTest, Swift Testing's `confirmation` and polling make
    of the same. The code is a test, and the texts are what it printed: `Tests/Consumer/gallery --write` makes this page,
    and without `--write` it fails when a text has changed. Figures that differ from run to run are written as x.

    The lines that a text names are marked in the code. Polling stands for libraries such as Nimble: a function that
    polls as theirs do and says what they say, as none of them is linked here. A `confirmation` never waits.


    """

  private static let silence = "(nothing: the test passes)"

  /// The mistakes whose text names no line of their code.
  private(set) var unnamed: [String] = []

  mutating func add(_ mistake: Mistake, _ recorded: Recorded) {
    let own = recorded.text(of: mistake.ownTests) ?? "nothing was recorded"
    let (code, isNamed) = mistake.code(namedBy: own)
    if !isNamed { unnamed.append(mistake.title) }
    text += """
      ## \(mistake.title)

      \(mistake.prose)

      ```swift
      \(code)
      ```

      ```
      \(own)
      ```

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
