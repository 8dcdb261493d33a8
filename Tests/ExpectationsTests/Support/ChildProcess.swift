import Foundation
import Testing

@testable import Expectations

/// What a process of its own has to tell the test that started it. It goes through standard error, which tests observe.
///
/// In the body of an exit test, all lines are that of its beginning: what is to have lines of its own is called from
/// there.
enum ChildProcess {
  private static let mark = "recorded in a child process: "

  /// Runs `body` in the child, and tells the parent what was recorded.
  static func record(_ body: () async throws -> Void) async rethrows {
    tell(try await recording { try await body() }.host.records)
  }

  /// Tells the parent.
  static func tell(_ texts: [String]) {
    guard let json = try? JSONEncoder().encode(texts) else { fatalError("texts have no JSON") }
    StandardError.print(mark + String(decoding: json, as: UTF8.self))
  }

  /// In the parent: what the child told.
  static func told(_ result: ExitTest.Result?) throws -> [String] {
    let lines = try lines(of: result)
    let line = try #require(lines.first { $0.hasPrefix(mark) }, "the child told nothing")
    return try JSONDecoder().decode([String].self, from: Data(line.dropFirst(mark.count).utf8))
  }

  /// In the parent: the lines of the child's standard error, without what it told.
  static func errors(_ result: ExitTest.Result?) throws -> [String] {
    // Swift Testing marks the beginning and the end with bytes that are no text.
    try lines(of: result).filter { !$0.hasPrefix(mark) && !$0.isEmpty && !$0.contains("\u{FFFD}") }
  }

  private static func lines(of result: ExitTest.Result?) throws -> [String] {
    String(decoding: try #require(result).standardErrorContent, as: UTF8.self).components(separatedBy: "\n")
  }
}
