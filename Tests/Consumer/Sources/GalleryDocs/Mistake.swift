import Foundation

/// One file of a gallery: a title and prose in its first comment, the code that is shown behind a mark, and behind
/// another one, if there is one, what other libraries do about the same mistake.
struct Mistake {
  let title: String
  let prose: String
  let code: [String]
  /// The number of the first line of the code.
  let firstLine: Int
  let file: String
  /// `handlerNeverCalled`, of which the names of the tests are made.
  let name: String
  /// Whether it shows what other libraries do.
  let hasPeers: Bool

  /// nil for a file that shows no mistake.
  init?(_ url: URL) throws {
    let lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    guard let title = lines.first, title.hasPrefix("// # "),
      let start = lines.firstIndex(where: { $0.hasSuffix("// [code]") })
    else { return nil }
    let peers = lines.firstIndex { $0.hasSuffix("// [peers]") }
    hasPeers = peers != nil
    // Without peers, the code ends with the file, whose last line is empty.
    let end = peers ?? lines.endIndex - 1
    self.title = String(title.dropFirst("// # ".count))
    prose = lines.dropFirst(2).prefix { $0.hasPrefix("// ") }.map { $0.dropFirst(3) }.joined(separator: "\n")
    // A class that goes on behind the mark is shown closed.
    let shown = Array(lines[(start + 1)..<end])
    code = lines[end].hasPrefix(" ") ? shown + ["}"] : shown
    firstLine = start + 2
    file = url.lastPathComponent
    let type = url.deletingPathExtension().lastPathComponent
    name = type.prefix(1).lowercased() + type.dropFirst()
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
