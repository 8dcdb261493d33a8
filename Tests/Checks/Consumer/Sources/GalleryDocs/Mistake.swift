import Foundation

/// One file of a gallery: a title and prose in its first comment, and the code behind a mark. A test that holds up
/// others has the mark `[code, alone]`.
struct Mistake {
  /// A file without a title, or without a mark above its code.
  private struct NoMistake: Error { let path: String }

  let title: String
  let prose: String
  /// The line number of the first line of code.
  let firstLine: Int
  let file: String
  let runsAlone: Bool
  private let code: [String]

  init(_ url: URL) throws {
    let lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    guard let title = lines.first, title.hasPrefix("// # "),
      let start = lines.firstIndex(where: { $0.hasPrefix("// [code") })
    else { throw NoMistake(path: url.path) }
    self.title = String(title.dropFirst("// # ".count))
    prose = lines.dropFirst(2).prefix { $0.hasPrefix("// ") }.map { $0.dropFirst(3) }.joined(separator: "\n")
    // The last line is empty.
    code = Array(lines[(start + 1)...].dropLast())
    runsAlone = lines[start] == "// [code, alone]"
    firstLine = start + 2
    file = url.lastPathComponent
  }

  /// The name of the test function, such as `handlerNeverCalled`.
  var name: String { type.prefix(1).lowercased() + type.dropFirst() }
  /// The test in XCTest; nil if it is one of Swift Testing.
  var xctest: String? { code.contains("  func testHere() {") ? "\(type).testHere" : nil }

  private var type: String { String(file.dropLast(".swift".count)) }

  /// The code, with a mark on each line that the text names.
  func code(namedBy text: String) -> (text: String, isNamed: Bool) {
    var isNamed = false
    let lines = code.enumerated().map { offset, line in
      let number = firstLine + offset
      guard text.contains(try! Regex("\(file):\(number)\\b")) else { return line }
      isNamed = true
      return "\(line)  // line \(number)"
    }
    return (lines.joined(separator: "\n"), isNamed)
  }
}
