import Foundation

/// A block of code or text between two fences, in a document or in a documentation comment.
struct DocumentedBlock {
  /// The path of the file and the line where it begins.
  let place: String
  /// The text after the first fence.
  let language: String
  /// The hidden note right above it, if there is one.
  let note: String?
  let lines: [String]

  /// Its parts between empty lines. Each line is without indentation and access modifiers, which readers do not need.
  var paragraphs: [[String]] { lines.map(Self.normalized).split(separator: "").map(Array.init) }

  static func normalized(_ line: String) -> String {
    let words = line.split(whereSeparator: \.isWhitespace)
    return words.drop { $0 == "private" || $0 == "fileprivate" }.joined(separator: " ")
  }

  /// All blocks of a document.
  static func all(in text: String, at path: String) -> [DocumentedBlock] {
    all(in: text.components(separatedBy: "\n").enumerated().map { ($0.offset + 1, $0.element) }, at: path)
  }

  /// All blocks in the documentation comments of a source file.
  static func all(inCommentsOf text: String, at path: String) -> [DocumentedBlock] {
    let all = text.components(separatedBy: "\n").enumerated()
    let lines = all.compactMap { offset, line -> (number: Int, text: String)? in
      let comment = line.trimmingCharacters(in: .whitespaces)
      guard comment.hasPrefix("///") else { return nil }
      return (offset + 1, String(comment.dropFirst(comment.hasPrefix("/// ") ? 4 : 3)))
    }
    return Self.all(in: lines, at: path)
  }

  private static func all(in lines: [(number: Int, text: String)], at path: String) -> [DocumentedBlock] {
    var blocks: [DocumentedBlock] = []
    var rest = lines[...]
    var above = ""
    while let line = rest.popFirst() {
      let fence = line.text.trimmingCharacters(in: .whitespaces)
      if fence.hasPrefix("```") {
        let content = rest.prefix { $0.text.trimmingCharacters(in: .whitespaces) != "```" }
        rest = rest.dropFirst(content.count + 1)
        let note = above.wholeMatch(of: #/<!-- (.*) -->/#).map { String($0.1) }
        blocks.append(
          DocumentedBlock(
            place: "\(path):\(line.number)", language: String(fence.dropFirst(3)), note: note,
            lines: content.map(\.text)))
      }
      above = line.text
    }
    return blocks
  }
}
