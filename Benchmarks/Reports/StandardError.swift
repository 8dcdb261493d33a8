import Foundation

enum StandardError {
  static func print(_ text: String, terminator: String = "\n") {
    FileHandle.standardError.write(Data((text + terminator).utf8))
  }

  /// Whether it is a terminal, where a line can be overwritten.
  static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
