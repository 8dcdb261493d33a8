/// The changes of a file as `git apply` reads them, if its path is relative to the folder of the repository.
struct UnifiedDiff {
  private(set) var text = ""

  /// The lines before and after some edits that touch or nearly touch the same lines.
  private struct Hunk {
    var old: Range<Int>
    var edits: [Edit]
  }

  init(_ file: SourceFile, _ edits: [Edit]) {
    let lines = Self.lines(of: file.bytes)
    let starts = lines.map(\.lowerBound)
    func line(of byte: Int) -> Int { (starts.lastIndex { $0 <= byte }) ?? 0 }
    var hunks: [Hunk] = []
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      let first = line(of: edit.range.lowerBound)
      let last = edit.range.isEmpty ? first : line(of: edit.range.upperBound - 1)
      let old = first..<(last + 1)
      if let previous = hunks.last, old.lowerBound <= previous.old.upperBound {
        hunks[hunks.count - 1].old = previous.old.lowerBound..<max(previous.old.upperBound, old.upperBound)
        hunks[hunks.count - 1].edits.append(edit)
      } else {
        hunks.append(Hunk(old: old, edits: [edit]))
      }
    }
    text = "--- a/\(file.path)\n+++ b/\(file.path)\n"
    var shift = 0
    for group in Self.groups(hunks.map { Change($0, lines, file.bytes) }) {
      let start = max(group[0].old.lowerBound - Self.context, 0)
      let end = min(group[group.count - 1].old.upperBound + Self.context, lines.count)
      let added = group.reduce(0) { $0 + $1.new.count - $1.old.count }
      text += "@@ -\(start + 1),\(end - start) +\(start + 1 + shift),\(end - start + added) @@\n"
      shift += added
      var line = start
      for change in group {
        for line in line..<change.old.lowerBound { add(" ", file.bytes[lines[line]]) }
        for line in change.old { add("-", file.bytes[lines[line]]) }
        for line in change.new { add("+", line[...]) }
        line = change.old.upperBound
      }
      for line in line..<end { add(" ", file.bytes[lines[line]]) }
    }
  }

  private static let context = 3

  /// Changes whose context would overlap stand together.
  private static func groups(_ changes: [Change]) -> [[Change]] {
    var groups: [[Change]] = []
    for change in changes {
      if let last = groups.last?.last, change.old.lowerBound - last.old.upperBound <= 2 * context {
        groups[groups.count - 1].append(change)
      } else {
        groups.append([change])
      }
    }
    return groups
  }

  /// Lines that are replaced, and the new ones.
  private struct Change {
    var old: Range<Int>
    var new: [[UInt8]]

    init(_ hunk: Hunk, _ lines: [Range<Int>], _ bytes: [UInt8]) {
      old = hunk.old
      let start = lines[old.lowerBound].lowerBound
      let end = lines[old.upperBound - 1].upperBound
      let moved = hunk.edits.map {
        Edit(range: ($0.range.lowerBound - start)..<($0.range.upperBound - start), text: $0.text)
      }
      let text = Array(Edit.apply(moved, to: Array(bytes[start..<end])).utf8)
      new = UnifiedDiff.lines(of: text).map { Array(text[$0]) }
      // Lines around an insertion are the same.
      while let last = new.last, !old.isEmpty, last[...] == bytes[lines[old.upperBound - 1]] {
        new.removeLast()
        old = old.lowerBound..<(old.upperBound - 1)
      }
      while let first = new.first, !old.isEmpty, first[...] == bytes[lines[old.lowerBound]] {
        new.removeFirst()
        old = (old.lowerBound + 1)..<old.upperBound
      }
    }
  }

  private mutating func add(_ mark: String, _ line: ArraySlice<UInt8>) {
    text += mark + String(decoding: line, as: UTF8.self)
    if line.last != UInt8(ascii: "\n") { text += "\n\\ No newline at end of file\n" }
  }

  /// The lines, with their line breaks.
  private static func lines(of bytes: [UInt8]) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      lines.append(start..<(index + 1))
      start = index + 1
    }
    if start < bytes.count { lines.append(start..<bytes.count) }
    return lines
  }
}
