@testable import Expectations

/// What a text says in every run alike, so that it can be asserted whole.
///
/// A time that was measured is `#`; one that was given, as a limit, stays. Left out are the remarks that depend on what
/// else the machine does: which queues answered, what the threads did, what did not run, that a wait went on late, and
/// what is advised where something came late.
enum SteadyText {
  private static let remarks = [
    "main queue: ", "global queue: ", "concurrency pool: ", "none of these was blocked when asked", "threads: ",
    "resumed ", "main thread did not run for ", "as soon as the wait had given up: ", "a timeout of more than ",
  ]
  /// What stands before a time that was given.
  private static let introductions = [
    "Timed out after ", " the ", " of ", " had passed ", " due in ", " stands at ", " not before ",
    "negative timeout, ", "  at ",
  ]

  /// - `kept`: The beginnings of remarks that the test is about: those stay.
  static func of(_ text: String, keeping kept: String...) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let content = line.drop { $0 == " " }
      return kept.contains { content.hasPrefix($0) } || !remarks.contains { content.hasPrefix($0) }
    }.map { withoutMeasuredTimes($0) }.joined(separator: "\n")
  }

  private static func withoutMeasuredTimes(_ line: Substring) -> String {
    guard line.utf8.contains(UInt8(ascii: ".")) else { return String(line) }
    let line = String(line).replacing(/\ \([0-9.]+ s passed; for [^)]* did not run\)|, [0-9.]+ s not counted/, with: "")
    return line.replacing(/(^ +)?-?[0-9]+\.[0-9]+ (s|ms)/) { match in
      // A time at the beginning of a line is padded to the width of the others.
      if match.output.1 != nil { return "    #" }
      let before = line[..<match.range.lowerBound]
      return introductions.contains { before.hasSuffix($0) } ? String(match.output.0) : "#"
    }
  }
}

extension Problem {
  /// Where it is recorded, as what, and its text: `DocumentTests.swift:40: failure: Timed out after …`.
  var record: String { "\(site): \(severity): \(SteadyText.of(text))" }
}

extension RecordingHost {
  /// What was recorded, in its order.
  var records: [String] { problems.map(\.record) }

  /// What was recorded, without how often each condition was tried, which depends on the machine in real time.
  var recordsWithoutTries: [String] {
    records.map { $0.replacing(/tried (once|[0-9]+ times)/, with: "tried #") }
  }
}
