import Foundation

/// The names of functions, as a reader of the source knows them.
enum FunctionName {
  /// Whether the symbol is the rest of an asynchronous function, after an `await`.
  static func isContinuation(_ symbol: String) -> Bool {
    symbol.range(of: "T[YQ][0-9]+_$", options: .regularExpression) != nil
  }

  /// Returns the name of a function; nil for code that no one wrote.
  ///
  /// - `text`: The symbol as `swift-demangle --simplified` prints it.
  static func name(_ symbol: String, _ text: String) -> String? {
    // The outer of two functions each: it allocates an object, or frees it.
    guard symbol.hasPrefix("$s"), !text.contains("__allocating_init"), !symbol.hasSuffix("fD"),
      !generated.contains(where: text.contains)
    else { return nil }
    // `(1) suspend resume partial function for closure #1 in A.run()` is `closure #1 in A.run()`.
    return text.replacingOccurrences(
      of: "^.*partial function for |generic specialization <[^>]*> of ", with: "", options: .regularExpression)
  }

  private static let generated = [
    "outlined ", "thunk", "default argument ", "partial apply", "witness", "accessor", "metadata", "merged ",
    "lazy cache", "initialization expression", "one-time initialization", "unsafeMutableAddressor",
    ".init(name:testClosure:)",
  ]

  /// The module of a function: `6Module` of `$s6Module4TypeV4name…`; nil if the name does not begin with it.
  static func module(_ symbol: String) -> Substring? {
    let length = symbol.dropFirst(2).prefix(while: \.isNumber)
    return Int(length).map { symbol.dropFirst(2).prefix(length.count + $0) }
  }

  /// The function around a closure; nil for other functions.
  static func parent(_ name: String) -> String? {
    guard name.hasPrefix("closure #"), let range = name.range(of: " in ") else { return nil }
    return String(name[range.upperBound...])
  }

  static func isInitializer(_ name: String) -> Bool { name.hasPrefix("init(") || name.contains(".init(") }

  /// Whether a function is a test, or a closure in it.
  static func isPart(_ name: String, of test: String) -> Bool {
    let name = name.components(separatedBy: " in ").last ?? name
    return name.hasPrefix("\(test)(") || name.contains(".\(test)(")
  }

  /// Closures have no numbers in the source.
  static func shown(_ name: String) -> String {
    name.replacingOccurrences(of: " #[0-9]+", with: "", options: .regularExpression)
  }
}
