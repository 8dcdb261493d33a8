import Foundation

enum StandardError {
  static func print(_ text: String, terminator: String = "\n") {
    FileHandle.standardError.write(Data((text + terminator).utf8))
  }

  /// Whether somebody looks at it: a line there can be written over.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
