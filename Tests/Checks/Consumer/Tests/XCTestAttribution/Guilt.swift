import Foundation

/// Selects the tests that fail, if the environment asks for failures. Otherwise, all tests pass.
enum Guilt {
  private static let isWanted = ProcessInfo.processInfo.environment["CONSUMER_GUILT"] == "1"

  /// The second of the three tests of each class, so that a failure in either neighbor is noticed.
  static func isGuilty(_ number: Int) -> Bool { isWanted && number == 2 }
}
