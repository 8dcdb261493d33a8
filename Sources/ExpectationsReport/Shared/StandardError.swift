import Foundation

/// Prints to standard error.
enum StandardError {
  static func print(_ text: String, terminator: String = "\n") {
    FileHandle.standardError.write(Data((text + terminator).utf8))
  }
}
