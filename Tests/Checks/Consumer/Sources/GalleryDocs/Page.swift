import Foundation

/// The page of the documentation with the thirty most typical mistakes.
struct Page {
  static let name = "TypicalMistakes.md"

  private static let introduction = """
    # Typical mistakes

    Thirty common mistakes, and what you see of each.

    ## Overview

    The first ones are mistakes of a test. Below the code stands the text of its failure, and the lines that the text names
    are marked. After them come mistakes of the code under test, which ends early and says nothing. Their failures only
    say that the time was over, so you see what `swift run expectations-trace` prints: where the code ended, and what it
    did not reach.

    All texts are the output of tests, most of which ran in parallel. Digits that differ between runs are written as x.


    """

  /// The programs of `Tests/Checks/Trace` that the page shows.
  private static let vanished = [
    "AsyncLetNotAwaited", "BreakLeavesTheLoop", "CacheHitForgetsTheCallback", "CallbackQueueNil", "ComparisonReversed",
    "CompletionReplaced", "DeferOrder", "FailureBranchEmpty", "ObserverRemovedInSetter", "ProgressNeverOne",
    "RefusalIgnored", "RequestNotResumed", "ResultDroppedByGuardCase", "StreamKeepsNothing", "TaskReplacedAndCancelled",
    "TimerInAnotherMode",
  ]

  /// The mistakes of tests, in the folder `Gallery`.
  let mistakes: [Mistake]
  private let lost: [(mistake: Mistake, end: String)]

  init(_ checks: URL) throws {
    mistakes = try FileManager.default.contentsOfDirectory(
      at: checks.appendingPathComponent("Consumer/Tests/Gallery"), includingPropertiesForKeys: nil
    ).sorted { $0.path < $1.path }.map(Mistake.init)
    let trace = checks.appendingPathComponent("Trace")
    let ends = try String(contentsOf: trace.appendingPathComponent("ends.txt"), encoding: .utf8)
      .components(separatedBy: "\n\n").map { $0.split(separator: "\n", maxSplits: 1).map(String.init) }
    lost = try Self.vanished.map { name in
      let mistake = try Mistake(trace.appendingPathComponent("Tests/Vanished/\(name).swift"))
      guard let end = ends.first(where: { $0.first == name })?.last else {
        throw Excerpts.Missing(test: name, document: "ends.txt")
      }
      return (mistake, end.replacing("  // ✘", with: ""))
    }
  }

  /// The text of the page, made from the mistakes and the output of their tests.
  func text(_ recorded: Recorded) -> String {
    let tested = mistakes.map { mistake in
      let failure = failure(of: mistake, recorded)
      let code = mistake.code(namedBy: failure).text
      return "## \(mistake.title)\n\n\(mistake.prose)\n\n```swift\n\(code)\n```\n\n```\n\(failure)\n```\n"
    }
    let traced = lost.map { "## \($0.mistake.title)\n\n\($0.mistake.prose)\n\n```\n\($0.end)\n```\n" }
    return Self.introduction + (tested + traced).joined(separator: "\n")
  }

  /// The titles of mistakes whose failure names no line of the code.
  func unnamed(_ recorded: Recorded) -> [String] {
    mistakes.filter { !$0.code(namedBy: failure(of: $0, recorded)).isNamed }.map(\.title)
  }

  private func failure(of mistake: Mistake, _ recorded: Recorded) -> String {
    recorded.text(of: mistake.xctest ?? mistake.name) ?? "nothing was recorded"
  }
}
