import Foundation

/// A source file with how often its parts ran.
struct CoveredFile {
  /// A line and a column of UTF-8, both from 1.
  struct Position: Comparable, Hashable {
    var line, column: Int
    static func < (one: Self, other: Self) -> Bool { (one.line, one.column) < (other.line, other.column) }
  }

  /// From here on to the next segment, code ran this often; nil where there is none.
  struct Segment: Equatable {
    var start: Position
    var count: Int?
  }

  struct Function: Equatable {
    var range: Range<Position>
    var count: Int
    /// Whether it is an expression in another function.
    var isClosure: Bool
  }

  /// A part of a line.
  struct Piece: Equatable {
    var line: Int
    /// Empty when there is no source.
    var text: String
    var count: Int
    /// Whether it begins what may run or not: braces or a case. Otherwise it follows something that may leave.
    var isBranch: Bool
    /// The line where the code begins that ran as often, with what decides about it if it is a branch.
    var start: Int
    /// The index of the innermost function around it.
    var function: Int?
  }

  let path: String
  let lines: [Substring]
  let functions: [Function]
  let pieces: [Piece]

  var name: String { String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]) }

  /// A line may end with a carriage return and a line feed, which are one character.
  private static func endsLine(_ character: Character) -> Bool { ["\n", "\r\n", "\r"].contains(character) }

  /// - Parameter source: Empty when it is not at hand.
  init(path: String, source: String, segments: [Segment], functions: [Function]) {
    self.path = path
    let lines = source.isEmpty ? [] : source.split(omittingEmptySubsequences: false, whereSeparator: Self.endsLine)
    let text = SourceText(lines: lines)
    let isWritten = { (function: Function) in lines.isEmpty || text.from(function.range.lowerBound).hasPrefix("{") }
    // Autoclosures, key paths and initial values have functions, too. What is in one that did not run is a part of it.
    let skipped = functions.filter { !isWritten($0) && $0.count == 0 }.map(\.range)
    let written = functions.filter { function in
      isWritten(function) && !skipped.contains { $0.contains(function.range.lowerBound) }
    }.sorted { ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound) }
    self.lines = lines
    self.functions = written
    let starts = Set(written.map(\.range.lowerBound))
    pieces = zip(segments, segments.dropFirst()).flatMap { segment, next in
      text.pieces(of: segment, to: next.start, isBody: starts.contains(segment.start))
    }.map { piece, position in
      var piece = piece
      piece.function = written.lastIndex { $0.range.contains(position) }
      return piece
    }
  }

  /// The text of a line without white space around it; nil without source.
  func text(_ line: Int) -> String? {
    lines.indices.contains(line - 1) ? lines[line - 1].trimmingCharacters(in: .whitespaces) : nil
  }

  /// The text of a line up to a position.
  func text(before end: Position) -> String {
    SourceText(lines: lines).from(.init(line: end.line, column: 1), to: end)
  }

  /// The function around a function; nil for one that is in none.
  func parent(_ index: Int) -> Int? {
    functions[..<index].lastIndex {
      $0.range.lowerBound <= functions[index].range.lowerBound
        && functions[index].range.upperBound <= $0.range.upperBound
    }
  }

  /// The outermost function around a function.
  func outermost(_ index: Int) -> Int { parent(index).map(outermost) ?? index }
}

private struct SourceText {
  let lines: [Substring]

  /// The text of a line from a position on.
  func from(_ start: CoveredFile.Position, to end: CoveredFile.Position? = nil) -> String {
    guard lines.indices.contains(start.line - 1) else { return "" }
    let line = lines[start.line - 1].utf8
    let last = end.map { min($0.column - 1, line.count) } ?? line.count
    return String(decoding: line.prefix(last).dropFirst(start.column - 1), as: UTF8.self)
  }

  /// The code of a segment, line by line.
  func pieces(
    of segment: CoveredFile.Segment, to end: CoveredFile.Position, isBody: Bool
  ) -> [(CoveredFile.Piece, CoveredFile.Position)] {
    guard let count = segment.count, segment.start < end else { return [] }
    let beginning = from(segment.start).drop(while: \.isWhitespace)
    let isBranch = !isBody && ["{", "case ", "default:", "@unknown "].contains { beginning.hasPrefix($0) }
    return (segment.start.line...max(segment.start.line, end.line)).compactMap { number in
      let start = number == segment.start.line ? segment.start : .init(line: number, column: 1)
      let text = from(start, to: number == end.line ? end : nil).trimmingCharacters(in: .whitespaces)
      guard lines.isEmpty ? number == segment.start.line : isCode(text) else { return nil }
      return (.init(line: number, text: text, count: count, isBranch: isBranch, start: segment.start.line), start)
    }
  }

  private func isCode(_ text: String) -> Bool {
    guard !text.hasPrefix("//") else { return false }
    return text.split { !($0.isLetter || $0.isNumber || $0 == "_" || $0 == "$") }
      .contains { !["else", "do", "catch", "defer"].contains($0) }
  }
}
