/// The names of functions, as a reader of the source knows them.
enum FunctionName {
  /// Whether the symbol is the rest of an asynchronous function, after an `await`.
  static func isContinuation(_ symbol: String) -> Bool {
    guard symbol.hasSuffix("_") else { return false }
    let name = symbol.dropLast().drop { _ in false }
    let digits = name.reversed().prefix { $0.isNumber }.count
    let mark = name.dropLast(digits).suffix(2)
    return digits > 0 && (mark == "TY" || mark == "TQ")
  }

  /// Returns the name of each symbol; nil for code that no one wrote.
  static func all(of symbols: [String], demangled: ([String]) throws -> [String]) throws -> [String?] {
    let texts = try demangled(symbols)
    guard texts.count >= symbols.count else { throw TraceError("swift-demangle has not answered") }
    return zip(symbols, texts).map { symbol, text in isWritten(symbol, text) ? name(text) : nil }
  }

  private static func isWritten(_ symbol: String, _ text: String) -> Bool {
    guard symbol.hasPrefix("$s") || symbol.hasPrefix("$S") else { return false }
    // The outer of two functions each: it allocates an object, or frees it.
    if symbol.hasSuffix("fC") && text.contains("__allocating_init") || symbol.hasSuffix("fD") { return false }
    return !generated.contains { text.contains($0) }
  }

  private static let generated = [
    "outlined ", "thunk", "default argument ", "partial apply", "witness table", "accessor for", "type metadata",
    "value witness", "lazy cache", "merged ", "initialization expression", "one-time initialization", "protocol witness",
    "unsafeMutableAddressor", ".init(name:testClosure:)",
  ]

  /// `(1) suspend resume partial function for closure #1 in A.run()` is `closure #1 in A.run()`.
  static func name(_ text: String) -> String {
    var text = text[...]
    for mark in ["partial function for ", "generic specialization "] {
      while let range = text.range(of: mark) {
        text = text[range.upperBound...]
        if mark.hasPrefix("generic"), let rest = text.range(of: " of ") { text = text[rest.upperBound...] }
      }
    }
    return String(text)
  }

  /// The function around a closure; nil for other functions.
  static func parent(_ name: String) -> String? {
    guard name.hasPrefix("closure #"), let range = name[...].range(of: " in ") else { return nil }
    return String(name[range.upperBound...])
  }

  /// Closures have no numbers in the source.
  static func shown(_ name: String) -> String {
    name.split(separator: " ").filter { !$0.hasPrefix("#") }.joined(separator: " ")
  }
}

extension Substring {
  /// Foundation is not needed for this alone.
  fileprivate func range(of text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      start = index(after: start)
    }
    return nil
  }
}
