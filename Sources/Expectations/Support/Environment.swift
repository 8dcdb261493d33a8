import Foundation

/// Reads the environment variables of a test run. An invalid value is ignored, and a message says so once.
package enum EnvironmentSetting {
  /// The names of all variables, those of other products with the name of the product. The last two are for the
  /// tests of this package.
  static let products: [String: String?] = [
    "EXPECTATIONS_TIMEOUT_SCALE": nil, "EXPECTATIONS_QUIET_SCALE": nil, "EXPECTATIONS_STALL_LIMIT": nil,
    "EXPECTATIONS_REPORT": "ExpectationsDiagnosis", "EXPECTATIONS_WATCHDOG": "ExpectationsDiagnosis",
    "EXPECTATIONS_HANG_LIMIT": "ExpectationsDiagnosis", "EXPECTATIONS_REHEARSAL": "ExpectationsDiagnosis",
    "EXPECTATIONS_SCHEDULES": "Exploration", "EXPECTATIONS_SEED": "Exploration", "EXPECTATIONS_REPLAY": "Exploration",
    "EXPECTATIONS_TRACE": nil, "EXPECTATIONS_PROOFS": nil,
  ]

  /// The products that are linked. Each adds its name before the tests.
  package static let linked = Locked<Set<String>>([])

  /// The names of the variables whose values were reported.
  private static let reported = Locked<Set<String>>([])

  /// Returns the positive decimal number in a variable, or nil when the variable is not set.
  static func positive(_ name: String) -> Double? { read(name, "a positive decimal number", by: positive(from:)) }

  /// Does the same as `positive`, and also accepts zero.
  static func notNegative(_ name: String) -> Double? {
    read(name, "zero or a positive decimal number", by: notNegative(from:))
  }

  /// Returns the value of a variable, or nil when the variable is not set.
  ///
  /// - `requirement`: What the value must be, for the message.
  /// - `parse`: Returns nil for an invalid value.
  package static func read<Value>(
    _ name: String, _ requirement: String,
    in environment: [String: String] = ProcessInfo.processInfo.environment, by parse: (String) -> Value?
  ) -> Value? {
    guard let text = environment[name], !text.isEmpty else { return nil }
    if let value = parse(text) { return value }
    if reported.withLock({ $0.insert(name).inserted }) {
      StandardError.print("Expectations: \(name)=\(text) is not \(requirement); it is ignored.")
    }
    return nil
  }

  /// Parses a positive decimal number. Returns nil for anything else, such as 0, -1, nan, inf or 0x2.
  package static func positive(from text: String) -> Double? {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let number = Double(text), number > 0, number.isFinite
    else { return nil }
    return number
  }

  /// Parses zero or a positive decimal number.
  package static func notNegative(from text: String) -> Double? { Double(text) == 0 ? 0 : positive(from: text) }

  /// Prints a message about each variable that is named like one of the library but is none, and about each of a
  /// product that the tests do not link.
  static func reportUselessNames(in environment: [String: String] = ProcessInfo.processInfo.environment) {
    for name in environment.keys.sorted() where name.hasPrefix("EXPECTATIONS_") {
      if let text = remark(on: name) { StandardError.print("Expectations: \(text)") }
    }
  }

  static func remark(on name: String, linked: Set<String> = linked.withLock { $0 }) -> String? {
    guard let product = products[name] else {
      return
        "there is no variable \(name); it is ignored. There are: \(products.keys.sorted().joined(separator: ", "))."
    }
    guard let product, !linked.contains(product) else { return nil }
    return "\(name) needs the product `\(product)`, which the tests do not link; it is ignored."
  }
}
