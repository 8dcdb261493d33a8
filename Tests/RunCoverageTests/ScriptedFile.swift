@testable import RunCoverage

/// A source file with counts. In the text, `«3 … »` is a region that ran three times, and `«3ƒ … »` a function; `«3λ …
/// »` is a closure.
func scripted(_ marked: String, path: String = "/tests/File.swift") -> CoveredFile {
  var (source, line, column) = ("", 1, 1)
  var segments: [CoveredFile.Segment] = []
  var functions: [CoveredFile.Function] = []
  var open: [(count: Int, start: CoveredFile.Position, isFunction: Bool, isClosure: Bool)] = []
  var characters = Substring(marked)
  while let character = characters.popFirst() {
    let here = CoveredFile.Position(line: line, column: column)
    switch character {
    case "«":
      let digits = characters.prefix { $0.isNumber }
      characters.removeFirst(digits.count)
      let kind = characters.removeFirst()
      let count = Int(digits) ?? 0
      open.append((count, here, kind != " ", kind == "λ"))
      segments.append(.init(start: here, count: count))
    case "»":
      let region = open.removeLast()
      if region.isFunction {
        functions.append(.init(range: region.start..<here, count: region.count, isClosure: region.isClosure))
      }
      segments.append(.init(start: here, count: region.isFunction && !region.isClosure ? nil : open.last?.count))
    default:
      source.append(character)
      (line, column) = character == "\n" || character == "\r\n" ? (line + 1, 1) : (line, column + character.utf8.count)
    }
  }
  return CoveredFile(path: path, source: source, segments: segments, functions: functions)
}

/// The lines about files, of which the first has the test. The expectation is created and awaited where it says so.
func ran(_ files: String...) -> [String] {
  let names = ["Tests", "Store", "Other"]
  let covered = zip(files, names).map { scripted($0, path: "/tests/\($1).swift") }
  func line(of text: String) -> Int { (covered[0].lines.firstIndex { $0.contains(text) } ?? -1) + 1 }
  return RunText(
    files: covered, createdAt: ("/tests/Tests.swift", line(of: "Expectation(")),
    waitAt: ("/tests/Tests.swift", line(of: ".wait("))
  ).lines
}
