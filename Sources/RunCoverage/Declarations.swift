/// Finds names in source text. It need not find all: names order the lines, and choose between them.
enum Declarations {
  /// The name of a function; that of the function around a closure. A type's name for an initializer.
  static func name(of index: Int, in file: CoveredFile) -> String {
    let start = file.functions[file.outermost(index)].range.lowerBound.line
    let unknown = "the function at \(start)"
    guard start <= file.lines.count else { return unknown }
    // A declaration may begin some lines before its braces.
    for line in file.lines[max(0, start - 6)..<start].reversed() {
      guard let match = line.firstMatch(of: /\b(func|var|let)\s+(\w+)|\b(init|deinit|subscript)\b/) else { continue }
      if let name = match.2 { return match.1 == "func" ? "\(name)()" : "\(name)" }
      return match.3 == "init" ? "\(type(of: index, in: file))()" : "\(match.3 ?? "")"
    }
    return unknown
  }

  /// The name of the type around a function, or of the last before it.
  static func type(of index: Int, in file: CoveredFile) -> Substring {
    file.lines.prefix(file.functions[index].range.lowerBound.line).reversed().lazy.compactMap {
      $0.firstMatch(of: /\b(?:class|struct|actor|enum|extension)\s+(\w+)/)?.1
    }.first ?? "init"
  }

  /// The names in a line that are followed by the type of a closure: `completion: @escaping (Bool) -> Void`.
  static func closures(in line: Substring) -> [String] {
    line.matches(
      of: /(\w+)\s*:\s*(?:@\w+\s+|sending\s+|\()*\([^()]*(?:\([^()]*\)[^()]*)*\)\s*(?:async\s+|throws\s+)*->/
    ).map { "\($0.1)" }
  }

  static func words(_ text: String) -> [Substring] {
    text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
  }
}
