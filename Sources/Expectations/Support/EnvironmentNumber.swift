import Foundation

/// Reads numbers from the environment variables of a test run.
enum EnvironmentNumber {
  /// Returns the positive decimal number in a variable, or nil when the variable is not set.
  ///
  /// A message reports an invalid value, which is then ignored. Read each variable only once.
  static func positive(_ name: String) -> Double? {
    read(name, "a positive decimal number", by: positive(from:))
  }

  /// Does the same as `positive`, and also accepts zero.
  static func notNegative(_ name: String) -> Double? {
    read(name, "zero or a positive decimal number") { Double($0) == 0 ? 0 : positive(from: $0) }
  }

  private static func read(_ name: String, _ requirement: String, by parse: (String) -> Double?) -> Double? {
    guard let text = ProcessInfo.processInfo.environment[name], !text.isEmpty else { return nil }
    if let number = parse(text) { return number }
    StandardError.print("Expectations: \(name)=\(text) is not \(requirement); it is ignored.")
    return nil
  }

  /// Parses a positive decimal number. Returns nil for anything else, such as 0, -1, nan, inf or 0x2.
  static func positive(from text: String) -> Double? {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let number = Double(text), number > 0, number.isFinite
    else { return nil }
    return number
  }
}
