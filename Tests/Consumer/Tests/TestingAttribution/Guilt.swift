import Foundation

/// The guilty ones are guilty only when the environment says so: the same tests then pass, all of them.
enum Guilt {
  static let isWanted = ProcessInfo.processInfo.environment["CONSUMER_GUILT"] == "1"

  /// One case of each parameterised test.
  static func isGuilty(_ number: Int) -> Bool { isWanted && number == 7 }
}
