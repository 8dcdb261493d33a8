import Foundation

/// What is known of the code in the user's files.
struct TracedCode: Sendable {
  struct Function: Hashable, Sendable {
    /// `Thumbnailer.make(_:completion:)`, or `closure #1 in Thumbnailer.make(_:completion:)`.
    var name: String
    var file: String
  }

  /// The code from one edge to the next: it runs as a whole, unless a call in it does not return.
  struct Block: Equatable, Sendable {
    /// The index of its function.
    var function: Int
    /// In the order of its code, without lines that have no statement.
    var lines: [Int]
    /// Whether a call of the function begins here, and no continuation.
    var isEntry = false
    /// How many bytes of code it is.
    var size = 0
  }

  struct Lines: Equatable, Sendable {
    var file: String
    var first: Int
    var last: Int
  }

  var functions: [Function] = []
  /// By edge: of functions that ran, all; of others, only the first.
  var blocks: [Int: Block] = [:]
  /// The lines of the files.
  var sources: [String: [String]] = [:]

  func text(_ file: String, _ line: Int) -> String {
    guard let lines = sources[file], lines.indices.contains(line - 1) else { return "" }
    return lines[line - 1].trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Whether something can be done there: not a line of closing brackets.
  func isStatement(_ file: String, _ line: Int) -> Bool {
    let text = text(file, line)
    return text.isEmpty || text != "} else {" && !text.allSatisfy { "{}()[],;".contains($0) }
  }

  /// Lines between which the function has no other statement are one range.
  func ranges(of lines: Set<Int>, in function: Int) -> [Lines] {
    let file = functions[function].file
    let all = blocks.values.filter { $0.function == function }.flatMap(\.lines)
    return lines.union(all).sorted().split { !lines.contains($0) }.map {
      Lines(file: file, first: $0.first!, last: $0.last!)
    }
  }

  /// Whether the block is what a `?.` left out. Of what an optional chain can do, the call is the most code.
  func isCallAfterNil(_ block: Block, ran: Set<Int>) -> Bool {
    guard block.lines.count == 1, Self.optionals.contains(where: text(of: block).contains) else { return false }
    let beside = blocks.filter { $0.value.function == block.function && $0.value.lines.contains(block.lines[0]) }
    return beside.contains { ran.contains($0.key) }
      && beside.allSatisfy { $0.value.lines.count > 1 || $0.value.size <= block.size }
  }

  /// Whether the block is what a line left out that did the rest of what it does. Less code only leaves the function.
  func isUnmetCondition(_ block: Block) -> Bool {
    block.lines.count == 1 && block.size > 60
      && (Self.optionals + [" { ", "case "]).contains(where: text(of: block).contains)
      && !["guard ", "try ", "throw ", "return", "break", "continue"].contains(where: text(of: block).contains)
  }

  private static let optionals = ["?.", "?(", "?["]
  private func text(of block: Block) -> String { text(functions[block.function].file, block.lines[0]) }
}
