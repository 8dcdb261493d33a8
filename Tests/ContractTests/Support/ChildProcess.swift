import Foundation
import Testing

@testable import Expectations

/// The results that a child process reports to its test. They go through standard error, which the test observes.
///
/// In the body of an exit test, every line is the line of its beginning. Code that needs lines of its own is in
/// functions that the body calls.
enum ChildProcess {
  private static let mark = "recorded in a child process: "

  /// In the child: runs `body`, and reports the recorded problems to the parent.
  static func record(_ body: () async throws -> Void) async rethrows {
    report(try await recording { try await body() }.host.records.map(\.description))
  }

  /// In the child: reports texts to the parent.
  static func report(_ texts: [String]) {
    guard let json = try? JSONEncoder().encode(texts) else { fatalError("texts have no JSON") }
    StandardError.print(mark + String(decoding: json, as: UTF8.self))
  }

  /// In the parent: the texts that the child reported.
  static func reported(_ result: ExitTest.Result?) throws -> [String] {
    let lines = try lines(of: result)
    let line = try #require(lines.first { $0.hasPrefix(mark) }, "the child reported nothing")
    return try JSONDecoder().decode([String].self, from: Data(line.dropFirst(mark.count).utf8))
  }

  /// In the parent: the texts of all reports of the child.
  static func allReported(_ result: ExitTest.Result?) throws -> [String] {
    try lines(of: result).filter { $0.hasPrefix(mark) }.flatMap {
      try JSONDecoder().decode([String].self, from: Data($0.dropFirst(mark.count).utf8))
    }
  }

  /// In the parent: the lines of the child's standard error, without the reported texts.
  static func errors(_ result: ExitTest.Result?) throws -> [String] {
    // Swift Testing marks the beginning and the end with bytes that are not text.
    try lines(of: result).filter { !$0.hasPrefix(mark) && !$0.isEmpty && !$0.contains("\u{FFFD}") }
  }

  private static func lines(of result: ExitTest.Result?) throws -> [String] {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self).components(separatedBy: "\n")
  }
}
