import Foundation

/// Prints to standard error.
enum StandardError {
  static func print(_ text: String, terminator: String = "\n") {
    try? FileHandle.standardError.write(contentsOf: Data((text + terminator).utf8))
  }
}
