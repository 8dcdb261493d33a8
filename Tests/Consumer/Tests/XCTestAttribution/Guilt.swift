import Foundation

/// Selects the tests that fail, if the environment asks for failures. Otherwise, all tests pass.
enum Guilt {
  private static let isWanted = ProcessInfo.processInfo.environment["CONSUMER_GUILT"] == "1"

  /// Two tests of each class of twenty: `test07` and `test14`.
  static func isGuilty(_ number: Int) -> Bool { isWanted && number.isMultiple(of: 7) }
}
