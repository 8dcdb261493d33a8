import Foundation

/// One file of a gallery: a title and prose in its first comment, the code to show behind a mark, and possibly, behind
/// another mark, the same mistake with other libraries.
struct Mistake {
  let title: String
  let prose: String
  let code: [String]
  /// The line number of the first line of code.
  let firstLine: Int
  let file: String
  /// The common beginning of the test names, such as `handlerNeverCalled`.
  let name: String
  /// The test of the mistake in XCTest, if it has one.
  let xctestHere: String?
  /// Whether the file also shows other libraries.
  let hasPeers: Bool

  /// nil if the file shows no mistake.
  init?(_ url: URL) throws {
    let lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    guard let title = lines.first, title.hasPrefix("// # "),
      let start = lines.firstIndex(where: { $0.hasSuffix("// [code]") })
    else { return nil }
    let peers = lines.firstIndex { $0.hasSuffix("// [peers]") }
    hasPeers = peers != nil
    // Without other libraries, the code ends with the file, whose last line is empty.
    let end = peers ?? lines.endIndex - 1
    self.title = String(title.dropFirst("// # ".count))
    prose = lines.dropFirst(2).prefix { $0.hasPrefix("// ") }.map { $0.dropFirst(3) }.joined(separator: "\n")
    // Close a class that continues behind the mark.
    let shown = Array(lines[(start + 1)..<end])
    code = lines[end].hasPrefix(" ") ? shown + ["}"] : shown
    firstLine = start + 2
    file = url.lastPathComponent
    let type = url.deletingPathExtension().lastPathComponent
    name = type.prefix(1).lowercased() + type.dropFirst()
    xctestHere = lines.contains("  func testHere() {") ? "\(type)/testHere" : nil
  }

  var ownTests: [String] { [name, "\(type).testHere"] }
  var xctest: String { "\(type).testPeer" }
  var confirmation: String { "\(name)_confirmation" }
  var polling: String { "\(name)_polling" }

  private var type: String { name.prefix(1).uppercased() + name.dropFirst() }

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
