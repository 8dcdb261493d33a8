import Foundation

/// A document that shows the output of tests. Each text stands in a block below a mark:
///
///     <!-- printed by savesAndUploads -->
///
/// or `<!-- first line printed by savesAndUploads -->`. The test is in `Tests/Excerpts` or in the file of a mistake.
/// The numbers in the text come from one run.
struct Excerpts {
  struct Missing: Error, CustomStringConvertible {
    let test: String
    let document: String
    var description: String { "\(document): the test \(test) printed no failure, or there is no block below its mark" }
  }

  private static var mark: Regex<(Substring, Substring?, Substring)> { #/<!-- (first line )?printed by (\w+) -->/# }

  let url: URL

  /// The README and the articles with such marks.
  static func all(in package: URL) throws -> [Excerpts] {
    let articles = package.appendingPathComponent("Sources/Expectations/Expectations.docc")
    let files = try FileManager.default.contentsOfDirectory(at: articles, includingPropertiesForKeys: nil)
    return try ([package.appendingPathComponent("README.md")] + files.sorted { $0.path < $1.path })
      .filter { try $0.pathExtension == "md" && String(contentsOf: $0, encoding: .utf8).contains(mark) }
      .map(Excerpts.init)
  }

  /// The tests whose output the document shows.
  func tests() throws -> [String] {
    try String(contentsOf: url, encoding: .utf8).matches(of: Self.mark).map { String($0.2) }
  }

  /// The document with the current output of the tests, where more than the numbers differs.
  func text(_ recorded: Recorded) throws -> String {
    var lines = try String(contentsOf: url, encoding: .utf8).components(separatedBy: "\n")
    for index in lines.indices.reversed() {
      guard let match = lines[index].wholeMatch(of: Self.mark) else { continue }
      guard let printed = recorded.unedited(of: String(match.2)), lines.dropFirst(index + 1).first == "```",
        let end = lines[(index + 2)...].firstIndex(of: "```")
      else { throw Missing(test: String(match.2), document: url.lastPathComponent) }
      let all = printed.components(separatedBy: "\n")
      let shown = match.1 == nil ? all : Array(all.prefix(1))
      guard Volatile.replaced(in: lines[(index + 2)..<end]) != Volatile.replaced(in: shown[...]) else { continue }
      lines.replaceSubrange((index + 2)..<end, with: shown)
    }
    return lines.joined(separator: "\n")
  }
}

extension Volatile {
  fileprivate static func replaced(in lines: ArraySlice<String>) -> String {
    replaced(in: lines.joined(separator: "\n"))
  }
}
