import Foundation

/// The guilty ones are guilty only when the environment says so: the same tests then pass, all of them.
enum Guilt {
  private static let isWanted = ProcessInfo.processInfo.environment["CONSUMER_GUILT"] == "1"

  /// Two tests of each class of twenty, `test07` and `test14`.
  static func isGuilty(_ number: Int) -> Bool { isWanted && number.isMultiple(of: 7) }
}
