/// Finds names in source text. It need not find all: names order the lines, and choose between them.
enum Declarations {
  /// The name of a function whose braces begin in a line; that of its type for an initializer.
  static func name(ofFunctionAt start: Int, in lines: [Substring], type: Substring) -> String? {
    guard start <= lines.count else { return nil }
    // A declaration may begin some lines before its braces.
    for line in lines[max(0, start - 6)..<start].reversed() {
      guard let match = line.firstMatch(of: /\b(func|var|let)\s+(\w+)|\b(init|deinit|subscript)\b/) else { continue }
      if let name = match.2 { return match.1 == "func" ? "\(name)()" : "\(name)" }
      return match.3 == "init" ? "\(type)()" : match.3.map(String.init)
    }
    return nil
  }

  /// For each line, the type that was declared last.
  static func types(_ lines: [Substring]) -> [Substring] {
    var type: Substring = ""
    return lines.map { line in
      type = line.firstMatch(of: /\b(?:class|struct|actor|enum|extension)\s+([A-Z]\w*)/)?.1 ?? type
      return type
    }
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
