import Foundation

/// Whether some tests fail, because the environment asks for failures. Otherwise, all tests pass.
enum Guilt {
  static let isWanted = ProcessInfo.processInfo.environment["CONSUMER_GUILT"] == "1"
}
