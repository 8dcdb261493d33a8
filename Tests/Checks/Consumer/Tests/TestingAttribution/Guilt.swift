import Foundation

/// Selects the tests that fail, if the environment asks for failures. Otherwise, all tests pass.
enum Guilt {
  static let isWanted = ProcessInfo.processInfo.environment["CONSUMER_GUILT"] == "1"

  /// One case of each parameterized test.
  static func isGuilty(_ number: Int) -> Bool { isWanted && number == 7 }
}
