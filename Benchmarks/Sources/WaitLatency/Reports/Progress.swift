import Foundation

/// Prints the current scenario to standard error: on a terminal, one line that is overwritten; otherwise one line for
/// each scenario.
final class Progress {
  private let scenarios: Int
  private var number = 0
  private var name = ""

  init(scenarios: Int) {
    self.scenarios = scenarios
  }

  func begin(_ name: String) {
    number += 1
    self.name = name
    if !Self.isTerminal { StandardError.print(head) }
  }

  func update(round: Int, of rounds: Int, _ candidate: String) {
    guard Self.isTerminal else { return }
    StandardError.print("\(Self.clearedLine)\(head)  round \(round) of \(rounds)  \(candidate)", terminator: "")
  }

  func clear() {
    if Self.isTerminal { StandardError.print(Self.clearedLine, terminator: "") }
  }

  private var head: String { "[\(number)/\(scenarios)] \(name)" }

  private static let clearedLine = "\r\u{1b}[K"

  /// Whether standard error is a terminal, where a line can be overwritten.
  private static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
