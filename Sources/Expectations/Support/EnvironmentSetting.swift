import Foundation

/// Reads the environment variables of a test run. An invalid value is ignored, and a message says so once.
package enum EnvironmentSetting {
  /// The names of all variables. The last is for the tests of this package.
  static let names = [
    "EXPECTATIONS_TIMEOUT_SCALE", "EXPECTATIONS_QUIET_SCALE", "EXPECTATIONS_STALL_LIMIT", "EXPECTATIONS_REPORT",
    "EXPECTATIONS_WATCHDOG", "EXPECTATIONS_HANG_LIMIT", "EXPECTATIONS_REHEARSAL", "EXPECTATIONS_STACKS",
    "EXPECTATIONS_LEFTOVERS", "EXPECTATIONS_LEFTOVERS_EXCEPT", "EXPECTATIONS_SCHEDULES", "EXPECTATIONS_SEED",
    "EXPECTATIONS_REPLAY", "EXPECTATIONS_TRACE", "EXPECTATIONS_PROOFS",
  ]

  /// The names of the variables whose values were reported.
  private static let reported = Locked<Set<String>>([])

  /// Returns the positive decimal number in a variable, or nil when the variable is not set.
  static func positive(_ name: String) -> Double? {
    read(name, "a positive decimal number", by: positive(from:))
  }

  /// Does the same as `positive`, and also accepts zero.
  static func notNegative(_ name: String) -> Double? {
    read(name, "zero or a positive decimal number") { Double($0) == 0 ? 0 : positive(from: $0) }
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
  static func positive(from text: String) -> Double? {
    guard text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }),
      let number = Double(text), number > 0, number.isFinite
    else { return nil }
    return number
  }

  /// Prints a message about each variable that is named like one of the library, but is none. The nearest name is
  /// probably the one that was meant.
  static func reportUnknownNames(in environment: [String: String] = ProcessInfo.processInfo.environment) {
    for name in environment.keys.sorted() where name.hasPrefix("EXPECTATIONS_") && !names.contains(name) {
      StandardError.print(
        "Expectations: there is no variable \(name); it is ignored. The nearest is \(nearest(to: name)).")
    }
  }

  /// Returns the known name that differs in the fewest letters. A name is more often shortened than made longer.
  static func nearest(to name: String) -> String {
    let distances = names.map { known in
      let change = known.difference(from: name)
      return 2 * change.removals.count + change.insertions.count
    }
    return names[distances.indices.min { distances[$0] < distances[$1] }!]
  }
}
