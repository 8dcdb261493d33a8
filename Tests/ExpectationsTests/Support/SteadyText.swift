@testable import Expectations

/// The part of a text that is the same in every run, so that a test can compare it completely.
///
/// A measured time becomes `#`; a given time, such as a limit, stays. Remarks that depend on the load of the computer
/// or the build are left out: which queues answered, whether something held an expectation, which queues stalled,
/// whether a wait returned late, and the advice about a late fulfillment.
enum SteadyText {
  private static let remarks = [
    "main queue: ", "global queue: ", "concurrency pool: ",
    "the main queue, the global queue and the concurrency pool answered",
    "no closure, task or object holds ",
    "resumed ", "main thread did not run for ", "as soon as the wait gave up: ", "a timeout of more than ",
  ]
  /// The text before a given time.
  private static let introductions = [
    "Timed out after ", " the ", " of ", " with ", " due in ", " is at ", " not before ", "negative timeout, ", "  at ",
  ]

  /// - `kept`: The beginnings of remarks to keep, because the test is about them.
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
  /// The line, the severity, and the text: `DocumentTests.swift:40: failure: Timed out after …`.
  var record: String { "\(site): \(severity): \(SteadyText.of(text))" }
}

extension RecordingHost {
  /// The recorded problems, in order.
  var records: [String] { problems.map(\.record) }

  /// The records without the number of evaluations of each condition, which depends on the computer in real time.
  var recordsWithoutTries: [String] {
    records.map { $0.replacing(/tried (once|[0-9]+ times)/, with: "tried #") }
  }
}
