/// Takes arguments one after the other, as `--name value` or `--name=value`.
struct ArgumentReader {
  private var arguments: ArraySlice<String>
  /// The text after `=` that has not been taken yet.
  private var attached: String?

  init(_ arguments: [String]) {
    self.arguments = arguments[...]
  }

  mutating func nextName() -> String? {
    guard let argument = arguments.popFirst() else { return nil }
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return argument }
    attached = String(argument[argument.index(after: equals)...])
    return String(argument[..<equals])
  }

  mutating func value(of name: String, _ what: String) throws -> String {
    if let value = attached {
      attached = nil
      guard !value.isEmpty else { throw UsageError("\(name) needs \(what)") }
      return value
    }
    guard let value = arguments.first, !value.isEmpty, !value.hasPrefix("--") else {
      throw UsageError("\(name) needs \(what)")
    }
    arguments.removeFirst()
    return value
  }

  mutating func number(of name: String, in range: ClosedRange<Int>) throws -> Int {
    let text = try value(of: name, "a number")
    guard let number = Int(text), range.contains(number) else {
      throw UsageError("\(name) needs a whole number from \(range.lowerBound) to \(range.upperBound), not \(text)")
    }
    return number
  }

  func requireNoValue(after name: String) throws {
    if attached != nil { throw UsageError("\(name) takes no value") }
  }
}

/// A mistake in the arguments or in a file. The program prints its text as it is.
struct UsageError: Error, CustomStringConvertible {
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
