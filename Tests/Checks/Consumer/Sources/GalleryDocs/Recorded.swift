import Foundation

/// The failures of the tests in a run, by test, as in the output of `swift test`, but without the name of the test, the
/// folder of the file, and the column.
struct Recorded {
  private var texts: [String: [String]] = [:]

  init(_ output: String) {
    var test: String?
    // Swift Testing shows the comment above a test.
    for line in output.components(separatedBy: "\n") where !line.hasPrefix("↳ // [code") {
      if let (name, first) = Self.xctest(line) ?? Self.swiftTesting(line) {
        test = name
        texts[name, default: []].append(first)
      } else if let name = test, line.hasPrefix("↳") || line.hasPrefix("  ") {
        texts[name]![texts[name]!.count - 1] += "\n\(line)"
      } else {
        test = nil
      }
    }
  }

  /// The failures of a test; nil if there are none.
  func text(of test: String) -> String? { unedited(of: test).map { Volatile.replaced(in: $0) } }

  /// The same text, with the numbers of this run.
  func unedited(of test: String) -> String? { texts[test]?.joined(separator: "\n") }

  /// `/folder/File.swift:12: error: Suite.test : text`
  private static func xctest(_ line: String) -> (test: String, text: String)? {
    guard let match = line.wholeMatch(of: #//.*/([^/]+\.swift:\d+: error: )([\w.]+) : (.*)/#) else { return nil }
    return (String(match.2), "\(match.1)\(match.3)")
  }

  /// `✘ Test name() recorded an issue at File.swift:12:3: text`
  private static func swiftTesting(_ line: String) -> (test: String, text: String)? {
    let pattern = #/(\S+) Test (\w+)\(\) recorded an? (?:issue|warning) at ([^:]+:\d+):\d+: (.*)/#
    guard let match = line.wholeMatch(of: pattern) else { return nil }
    return (String(match.2), "\(match.1) \(match.3): \(match.4)")
  }
}

/// Replaces the parts of a text that differ between runs or machines.
enum Volatile {
  static func replaced(in text: String) -> String {
    text
      .replacing(#/\d+\.\d{3} s/#, with: "0.xxx s")
      // The task that iterates a stream may end before the call or during it.
      .replacing(#/\n +0\.xxx s  concurrency pool(?=\n)/#, with: "")
      .replacing(#/tried \d+ times/#, with: "tried n times")
      .replacing(#/(resumed|did not run for|fulfilled) \d+\.\d\d s/#) { "\($0.1) x.xx s" }
  }
}
