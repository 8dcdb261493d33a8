import Foundation

/// The failures of the tests in a run, by test, as in the output of `swift test`, but without the name of the test, the
/// folder of the file, and the column.
struct Recorded {
  private var texts: [String: [String]] = [:]

  init(_ output: String) {
    var test: String?
    // Swift Testing shows the comment above a test.
    for line in output.components(separatedBy: "\n") where line != "↳ // [code]" {
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

  /// The failures of the tests; nil if there are none.
  func text(of tests: [String]) -> String? {
    unedited(of: tests).map { Volatile.replaced(in: $0) }
  }

  /// The same text, with the numbers of this run.
  func unedited(of tests: [String]) -> String? {
    let all = tests.flatMap { texts[$0] ?? [] }
    return all.isEmpty ? nil : all.joined(separator: "\n")
  }

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
  private static let poolDidNotRun = "for x.xx s the concurrency pool did not run"

  static func replaced(in text: String) -> String {
    text
      .replacing(#/\d+\.\d{3} s/#, with: "0.xxx s")
      // The task that iterates a stream may end before the call or during it.
      .replacing(#/\n +0\.xxx s  concurrency pool(?=\n)/#, with: "")
      .replacing(#/tried \d+ times/#, with: "tried n times")
      .replacing(#/\d+\.\d ms/#, with: "x.x ms")
      .replacing(#/(NO ANSWER for|resumed|did not run for|fulfilled) \d+\.\d\d s/#) { "\($0.1) x.xx s" }
      .replacing(#/\(\d+\.\d\d s passed; for \d+\.\d\d s /#, with: "(x.xx s passed; for x.xx s ")
      // A busy computer holds up the process.
      .replacing(#/ \(x\.xx s passed; for x\.xx s (something|the process) did not run\)/#, with: "")
      .replacing(#/\(\d+ threads?, /#, with: "(n threads, ")
      // A canceled task may end before the wait, and is then told without its thread.
      .replacing("was released before the wait without", with: "was released at 0.xxx s without")
      .replacing("was released at 0.xxx s (concurrency pool) without", with: "was released at 0.xxx s without")
      // A thread that begins or ends at that moment.
      .replacing(#/\n  (one thread|\d+ threads) could not be read(?=\n|$)/#, with: "")
      .replacing(#/\n  only a part of the memory was searched for suspended tasks(?=\n|$)/#, with: "")
      // A blocked pool holds up the global queue until Dispatch notices, which takes up to a second.
      .replacing("for x.xx s the global queue or the concurrency pool did not run", with: poolDidNotRun)
      .replacing(#/global queue: NO ANSWER for x.xx s(?= · concurrency pool: NO ANSWER)/#, with: "global queue: x.x ms")
      .replacing(#/held by thread \d+/#, with: "held by thread n")
  }
}
